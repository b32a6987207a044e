# SPDX-License-Identifier: Apache-2.0
# A real agent with guard's hook in its settings, and without guard run: what would be asked does not run where nobody
# can answer, and the model hears why and what to do instead; what would run is not touched.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/agent.sh"
precious tmp_a/one tmp_b/two tmp_important_backup/three
guard hook qwen --install --yes >/dev/null
mkdir "$ELSEWHERE"
qwen_runs() { # COMMAND
  start_model "$(shell_step "$1")"
  use_agent qwen
  "${agent[@]}" >"$OUT" 2>"$ERR" || fail "qwen: $? $(<"$ERR")"
  assert_says "$OUT" "I have read the result."
  tool_results >"$CASE_ROOM/told"
}
qwen_runs 'rm -r ./tmp_*'
assert_untouched tmp_a/one tmp_b/two tmp_important_backup/three
assert_says "$CASE_ROOM/told" "fs.delete.wildcard"
assert_says "$CASE_ROOM/told" "Ask the user"
qwen_runs 'mkdir made && rm -r made && echo it-ran'
assert_says "$CASE_ROOM/told" "it-ran"
