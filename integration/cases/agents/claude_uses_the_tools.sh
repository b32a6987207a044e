# SPDX-License-Identifier: Apache-2.0
# claude with guard as its MCP server: calls the tools, and has guard asked for permission instead of its user. Without
# guard run what would be asked is denied; under guard run it goes on, and guard asks a person at the act.
# timeout: 300
. "$LIB/case.sh"
. "$LIB/hooked_agent.sh"
needs_agent claude
grep -q '"call"' "$AGENTS/mock_model.py" || skip "the model calls no tool by its name"
precious tmp_a/one tmp_b/two
call_step() { # TOOL ARGUMENTS
  printf '{"call": "mcp__guard__%s", "arguments": %s}' "$1" "$2"
}
guard_tools() { # WORD...: claude with guard's tools, and these words
  printf '{"mcpServers": {"guard": {"command": "%s", "args": ["mcp"]}}}' "$GUARD" >"$CASE_ROOM/mcp.json"
  use_agent claude
  agent=(claude -p --mcp-config "$CASE_ROOM/mcp.json" "$@" -- "$PROMPT")
}

start_model "$(call_step check_command '{"command": "rm -r ./tmp_*"}')" \
  "$(call_step run_command '{"command": "echo by-guard-mcp"}')" \
  "$(call_step run_command '{"command": "rm -r ./tmp_*"}')" \
  "$(call_step explain_denial '{"command": "rm -rf /"}')" \
  "$(call_step list_pending '{}')"
guard_tools --allowedTools mcp__guard
run_agent
tool_results >"$CASE_ROOM/told"
for word in '"decision":"ask"' 'by-guard-mcp' 'a person must approve this' '"decision":"block"' 'outside of a session'; do
  assert_says "$CASE_ROOM/told" "$word"
done
assert_untouched tmp_a/one tmp_b/two
assert_recorded "r['argv'] == ['bash', '-c', 'echo by-guard-mcp']"

# For its own shell it asks guard instead of its user.
start_model "$(shell_step 'rm -r ./tmp_*')" "$(shell_step 'mkdir made && echo x >made/x && echo it-ran')"
guard_tools --permission-prompt-tool mcp__guard__approve
run_agent
tool_results >"$CASE_ROOM/told"
assert_says "$CASE_ROOM/told" "fs.delete.wildcard"
assert_says "$CASE_ROOM/told" "it-ran"
assert_untouched tmp_a/one tmp_b/two

# Under guard run the tool lets go on what guard will ask about itself.
start_model "$(shell_step 'rm -r ./tmp_*')"
guard_tools --permission-prompt-tool mcp__guard__approve
start_guarded --on-ask wait -- "${agent[@]}"
asked_about_rm() { # what claude asks for itself is not the point
  one_question_waits || return 1
  [[ $(json_of "data[0]['what']") != 'rm -r ./tmp_'* ]] || return 0
  guard approve "$question_id" >/dev/null
  return 1
}
until_true 120 asked_about_rm || fail "no question came: $(<"$OUT")"
guard deny "$question_id" --reason "keep them"
finish_guarded
assert_status 0
tool_results >"$CASE_ROOM/told"
assert_says "$CASE_ROOM/told" "Operation not permitted"
assert_untouched tmp_a/one tmp_b/two
