# SPDX-License-Identifier: Apache-2.0
# A real agent with guard's hook in its settings, and without guard run: what would be asked does not run where nobody
# can answer, and the model hears why and what to do instead; what would run is not touched.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/agent.sh"
precious tmp_a/one tmp_b/two tmp_important_backup/three
guard hook qwen --install --yes >/dev/null
export OPENAI_API_KEY=none OPENAI_MODEL=mock
qwen_runs() { # COMMAND
  MODEL_TOOL=run_shell_command start_model "$1"
  OPENAI_BASE_URL=http://127.0.0.1:$(<"$CASE_ROOM/port")/v1 \
    qwen --auth-type openai --yolo -p "Clean up the temporary folders." >"$OUT" 2>"$ERR" || fail "qwen: $? $(<"$ERR")"
  assert_says "$OUT" "I have read the result."
  tool_result >"$CASE_ROOM/told"
}
qwen_runs 'rm -r ./tmp_*'
assert_untouched tmp_a/one tmp_b/two tmp_important_backup/three
assert_says "$CASE_ROOM/told" "fs.delete.wildcard"
assert_says "$CASE_ROOM/told" "Ask the user"
qwen_runs 'mkdir made && rm -r made && echo it-ran'
assert_says "$CASE_ROOM/told" "it-ran"
