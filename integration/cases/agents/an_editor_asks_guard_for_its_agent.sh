# SPDX-License-Identifier: Apache-2.0
# The Agent Client Protocol: an agent (qwen) asks the editor's side for permission, and that asks guard. A command that
# would run is allowed and runs; one that would be asked about is rejected, with guard's reason.
# timeout: 240
. "$LIB/case.sh"
. "$LIB/hooked_agent.sh"
needs_agent qwen
precious tmp_a/one tmp_b/two
prompted() { # COMMAND: what the agent's model wants to run
  start_model "$(shell_step "$1")"
  use_agent qwen
  agent=(python3 -B "$EXAMPLES/acp_client.py" "$PROMPT" -- qwen --acp --auth-type openai)
  run_agent
}
prompted 'rm -r ./tmp_*'
assert_untouched tmp_a/one tmp_b/two
assert_says "$ERR" "guard: rm -r ./tmp_*: would ask"
assert_says "$ERR" "fs.delete.wildcard"
prompted 'mkdir made && echo x >made/x && echo it-ran'
tool_results >"$CASE_ROOM/told"
assert_says "$CASE_ROOM/told" it-ran
assert_exists made/x
