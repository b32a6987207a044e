# SPDX-License-Identifier: Apache-2.0
# What the agent does for itself (its state, its model on loopback) asks nothing.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/agent.sh"
start_model 'mkdir made && echo x >made/file && rm -r made && echo cleaned'
guard_run --policy "$AGENT_POLICY" --on-ask deny -- "${agent[@]}"
assert_status 0
tool_result >"$CASE_ROOM/told"
assert_says "$CASE_ROOM/told" cleaned
assert_nothing_asked
