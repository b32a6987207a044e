# SPDX-License-Identifier: Apache-2.0
# guard pending has a line for each question; with an id it says who asks, where, what would change and why, and
# every name that would go.
. "$LIB/case.sh"
for number in 1 2 3 4 5 6; do precious "tmp_$number/file_$number"; done
start_guarded -- bash -c 'rm -rf ./tmp_*'
wait_for_question
guard pending >"$CASE_ROOM/list"
[[ $(wc -l <"$CASE_ROOM/list") -eq 3 ]] || fail "the list: $(<"$CASE_ROOM/list")"
grep -q "^${question_id:0:8}  2  .*  rm -rf ./tmp_1" "$CASE_ROOM/list" || fail "the list: $(<"$CASE_ROOM/list")"
guard pending "$question_id" >"$CASE_ROOM/one"
for text in "MEDIUM, tier 2" "What " "rm -rf ./tmp_1" "By " "Chain " "In " "Risk " "may be lost" FS_DELETE_OVERWRITE \
  "Change " "1 file" "Session " "bash -c"; do
  assert_says "$CASE_ROOM/one" "$text"
done
for number in 1 2 3 4 5 6; do assert_says "$CASE_ROOM/one" "tmp_$number/file_$number"; done
assert_says "$CASE_ROOM/one" "Rule "
assert_says "$CASE_ROOM/one" "guard approve ${question_id:0:8}"
guard pending --json "${question_id:0:8}" | python3 -c '
import json, sys
(question,) = json.load(sys.stdin)
assert question["names_total"] == len(question["names"]) >= 6, question'
! guard pending ffffffff 2>"$CASE_ROOM/none" || fail "a question that is not there was shown"
assert_says "$CASE_ROOM/none" "no question"
guard deny "$question_id"
finish_guarded
assert_untouched tmp_1/file_1 tmp_6/file_6
