# SPDX-License-Identifier: Apache-2.0
# timeout: 120
. "$LIB/case.sh"
. "$LIB/agent.sh"
agent_works opencode
