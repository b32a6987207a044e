# SPDX-License-Identifier: Apache-2.0
# A chain of its own, which verifies, says who undid what and when; the session's report still says
# what had changed, and by whom it was given back. An undo of the undo, and a final one, are told too.
. "$LIB/case.sh"
with_undo
precious lost changed kept
guard_run --on-ask deny --session s -- bash -c 'rm lost; echo agent >changed; chmod 600 kept'
assert_status 0
wait_for_closing
guard undo --yes --session s >"$OUT"
undo=$(grep -o 'undo-[0-9a-f]*' "$OUT")
me=$(id -un)
assert_recorded "r['session_id'] == '$undo' and r['seq'] == 1 and r['tool_name'] == 'undo' and r['act'] == 'undo' and r['kind'] == 'intent' and r['user_id'] == '$me' and r['effect']['by'] == '$me (guard undo)' and r['effect']['session'] == 's' and r['effect']['changes'] == 3 and r['outcome'] == 'done' and r['outcome_summary'] == 'restored 3 files' and r['argv'] == ['guard', 'undo', '--yes', '--session', 's']"
for name in lost changed kept; do
  assert_recorded "r['session_id'] == '$undo' and r['act'] == 'undo' and r['objects'] == ['$PWD/$name'] and r['effect']['gives_back'].startswith('s:') and r['outcome'] == 'done'"
done
assert_recorded "r['session_id'] == '$undo' and r['kind'] == 'end'"
guard audit list --act undo >"$OUT"
[[ $(wc -l <"$OUT") -eq 5 ]] || fail "the list: $(<"$OUT")"
guard audit verify >"$OUT" || fail "verify: $(<"$OUT")"
assert_silent "$OUT" "not closed"
guard audit report s >"$CASE_ROOM/report.md"
guard audit report s --format html >"$CASE_ROOM/report.html"
assert_says "$CASE_ROOM/report.md" "1 modified, 1 deleted, 1 metadata changed"
assert_says "$CASE_ROOM/report.md" "by \`$me (guard undo)\`: 3 files given back, \`$undo\`"
assert_says "$CASE_ROOM/report.md" "Nothing is left to give back."
for word in "3 files given back" "$me (guard undo)" "$undo" "1 modified"; do
  assert_says "$CASE_ROOM/report.html" "$word"
done
# The undo of one change, by an answer's question, names it; a secret in a name is no more on record than elsewhere.
guard undo --yes --session "$undo" >"$OUT"
again=$(grep -o 'undo-[0-9a-f]*' "$OUT")
guard audit report s >"$CASE_ROOM/report.md"
assert_says "$CASE_ROOM/report.md" "3 files made again (an undo was undone), \`$again\`"
assert_says "$CASE_ROOM/report.md" "bring back $PWD/lost"
guard audit report "$undo" >"$CASE_ROOM/report.md"
assert_says "$CASE_ROOM/report.md" "1 created"
assert_says "$CASE_ROOM/report.md" "3 files given back, \`$again\`"
guard undo --yes --final --session s >"$OUT"
assert_untouched lost changed
final=$(guard audit export --format jsonl | python3 -c 'import json, sys
print([r["session_id"] for r in map(json.loads, sys.stdin) if r["tool_name"] == "undo" and r["effect"].get("final")][-1])')
guard audit report s >"$CASE_ROOM/report.md"
assert_says "$CASE_ROOM/report.md" "\`$me (guard undo)\`: 3 files given back, \`$final\`"
guard audit export --format ocsf >"$OUT"
assert_says "$OUT" '"Undo"'
# A question's answer that is taken back.
export GUARD_UNDO=
mkdir folder
precious folder/{1..3}
start_guarded --session q -- rm -rf folder
wait_for_question
guard approve "$question_id" >/dev/null
finish_guarded
guard undo --yes "$question_id" >"$OUT"
assert_recorded "r['tool_name'] == 'undo' and r['effect'].get('question') == '$question_id'"
# Where nothing can be recorded files come back all the same, and it is said.
precious last
guard_run --on-ask deny --session t -- rm last
wait_for_closing
mv "$GUARD_STATE_DIR/audit.db" "$CASE_ROOM/audit.db"
mkdir "$GUARD_STATE_DIR/audit.db"
guard undo --yes --session t >"$OUT" 2>"$ERR" || fail "undo: $(<"$ERR")"
assert_untouched last
assert_says "$ERR" "guard: undo: not in the audit record: "
