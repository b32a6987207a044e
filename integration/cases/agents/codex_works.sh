# SPDX-License-Identifier: Apache-2.0
# timeout: 300
. "$LIB/case.sh"
. "$LIB/agent.sh"
agent_works codex
