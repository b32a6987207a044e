# SPDX-License-Identifier: Apache-2.0
# copilot with guard's hook in its settings: what would be asked does not run where nobody can answer, nor what cannot be
# judged, and the model hears why and what to do instead; what would run is not touched.
# timeout: 240
. "$LIB/case.sh"
. "$LIB/hooked_agent.sh"
needs_agent copilot
agent_hears_its_hook copilot
