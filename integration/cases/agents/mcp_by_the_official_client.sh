# SPDX-License-Identifier: Apache-2.0
# Every tool of guard mcp, called by the protocol's own client. Outside of a session a command is run under one of its
# own; inside, what a person has to answer waits for a person, is listed, and no tool answers it.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/agent.sh"
ln -s "$AGENT_MODULES" "$CASE_ROOM/node_modules"
cp "$AGENTS/mcp_client.mjs" "$CASE_ROOM/"
client() { node "$CASE_ROOM/mcp_client.mjs" "$GUARD"; }
at() { python3 -B -c 'import json, sys
data = json.loads(open(sys.argv[1]).read().splitlines()[int(sys.argv[2])])
s = data.get("structuredContent") if isinstance(data, dict) else None
text = data["content"][0]["text"] if isinstance(data, dict) else ""
print(json.dumps(eval(sys.argv[3])))' "$CASE_ROOM/answers" "$1" "$2"; }
precious tmp_a/one tmp_b/two

client >"$CASE_ROOM/answers" <<'CALLS'
{"name": "check_command", "arguments": {"command": "rm -r ./tmp_*"}}
{"name": "run_command", "arguments": {"command": "rm -r ./tmp_*"}}
{"name": "run_command", "arguments": {"command": "echo out; echo err >&2; exit 3"}}
{"name": "approve", "arguments": {"tool_name": "Bash", "input": {"command": "rm -r ./tmp_*"}, "tool_use_id": "x"}}
{"name": "approve", "arguments": {"tool_name": "Bash", "input": {"command": "ls -l"}, "tool_use_id": "x"}}
{"name": "explain_denial", "arguments": {"command": "rm -rf /"}}
{"name": "list_pending", "arguments": {}}
{"name": "run_command", "arguments": {"command": 7}}
{"name": "run_command", "arguments": {"command": "pwd", "cwd": "/"}}
{"name": "run_command", "arguments": {"command": "pwd"}}
CALLS
[[ $(at 0 'sorted(data)') == '["approve", "check_command", "checkpoint", "explain_denial", "list_changes", "list_pending", "run_command", "undo_made"]' ]] || fail "tools: $(at 0 data)"
[[ $(at 1 '[s["decision"], s["confirmation_required"], s["tier"], s["category"]]') == '["ask", true, 2, "FS_DELETE_OVERWRITE"]' ]] || fail "check: $(at 1 data)"
[[ $(at 2 '[s["success"], s["precondition_passed"], s["confirmation_required"]]') == '[false, false, true]' ]] || fail "run: $(at 2 data)"
[[ $(at 3 '[s["exit_code"], s["stdout"], s["stderr"], s["success"]]') == '[3, "out\n", "err\n", false]' ]] || fail "run: $(at 3 data)"
[[ $(at 4 'json.loads(text)["behavior"]') == '"deny"' ]] || fail "approve: $(at 4 data)"
[[ $(at 5 'json.loads(text)') == '{"behavior": "allow", "updatedInput": {"command": "ls -l"}}' ]] || fail "approve: $(at 5 data)"
[[ $(at 6 '[s["decision"], "Do not try" in s["advice"]]') == '["block", true]' ]] || fail "explain: $(at 6 data)"
[[ $(at 7 'data["isError"]') == true ]] || fail "list outside: $(at 7 data)"
[[ $(at 8 'data["isError"]') == true ]] || fail "no text: $(at 8 data)"
[[ $(at 9 's["stdout"]') == '"/\n"' ]] || fail "its folder: $(at 9 data)"
[[ $(at 10 's["stdout"]') == "\"$PWD\n\"" ]] || fail "the folder of the start: $(at 10 data)"
assert_untouched tmp_a/one tmp_b/two
assert_recorded "r['argv'] == ['bash', '-c', 'echo out; echo err >&2; exit 3']"

# A call names its folder, and chooses no policy by it.
status=0
guard mcp --policy p.yaml </dev/null 2>"$ERR" || status=$?
assert_status 2
assert_says "$ERR" "must be absolute"

# Inside: what is confirmed is started, and guard asks; the tree hears of the question, and cannot answer it.
cat >talk.sh <<'SH'
echo '{"name": "run_command", "arguments": {"command": "rm -r ./tmp_*", "confirmed": true}}' |
  node "$ROOM/mcp_client.mjs" "$PROGRAM" >answers &
until [[ -e look ]]; do sleep 0.05; done
echo '{"name": "list_pending", "arguments": {}}' | node "$ROOM/mcp_client.mjs" "$PROGRAM" >waiting.new
mv waiting.new waiting
wait
SH
ROOM=$CASE_ROOM PROGRAM=$GUARD start_guarded --on-ask wait -- bash talk.sh
wait_for_question
touch look
until_true 30 test -e waiting || fail "list_pending does not answer"
assert_says waiting "rm -r ./tmp_a ./tmp_b"
assert_silent waiting "answered_by"
guard deny "$question_id" --reason "keep them"
finish_guarded
cp answers "$CASE_ROOM/answers"
[[ $(at 1 '[s["success"], "keep them" in s["stderr"]]') == '[false, true]' ]] || fail "denied: $(at 1 data)"
assert_untouched tmp_a/one tmp_b/two
