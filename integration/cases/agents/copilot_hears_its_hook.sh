# SPDX-License-Identifier: Apache-2.0
# copilot with guard's hook in its settings: what would be asked does not run where nobody can answer, nor what cannot be
# judged, and the model hears why and what to do instead; what would run is not touched.
# timeout: 240
. "$LIB/case.sh"
. "$LIB/hooked_agent.sh"
export PATH=$AGENT_MODULES/@github/copilot-linux-x64:$PATH
needs_agent copilot
use_copilot() {
  export COPILOT_OFFLINE=true COPILOT_PROVIDER_BASE_URL=$MODEL/v1 COPILOT_PROVIDER_API_KEY=none COPILOT_MODEL=mock
  agent=(copilot -p "$PROMPT" --allow-all-tools)
}
agent_hears_its_hook copilot
