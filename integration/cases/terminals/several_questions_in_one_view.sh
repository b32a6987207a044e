# SPDX-License-Identifier: Apache-2.0
# Several questions that wait are listed together in the agent's terminal; those that are marked are answered
# at once, each with a record of its own, the others and what comes meanwhile are not.
. "$LIB/case.sh"
. "$LIB/screen.sh"
for i in 1 2 3 4; do precious "tmp_$i/one" "tmp_$i/two"; done
cat >several.sh <<'SH'
for i in 1 2 3; do (rm -rf "tmp_$i"/*; rmdir "tmp_$i"; touch "over_$i") >/dev/null 2>&1 & done
(until [ -e more ]; do sleep 0.1; done; rm -rf tmp_4/*; touch over_4) >/dev/null 2>&1 &
wait
echo "all over"
sleep 60
SH
open_screen 100 30 "$GUARD" run -- bash several.sh
three_wait() { QUESTION=$(guard pending --json) && [[ $(json_of "len(data)") == 3 ]]; }
until_true 20 three_wait || fail "not three questions: $(guard pending)"
screen_says "[l] all 3 that wait"
pause
keys l
screen_says "3 questions wait"
screen_forgets "[l] all 3"
pause
# Without a mark y means the highlighted one; Esc takes that back.
keys y
screen_says "[Enter] approve the highlighted one"
keys Escape
screen_says "0 marked"
keys Space
keys Space
screen_says "2 marked"
touch more
four_wait() { QUESTION=$(guard pending --json) && [[ $(json_of "len(data)") == 4 ]]; }
until_true 20 four_wait || fail "not four questions: $(guard pending)"
screen_says "4 questions wait"
approve_keys
two_wait() { QUESTION=$(guard pending --json) && [[ $(json_of "len(data)") == 2 ]]; }
until_true 20 two_wait || fail "not two questions: $(guard pending)"
screen_says "2 questions wait"
screen_says "approved 2: rm -rf"
screen_says "guard: approved once: rm -rf"
two_over() { [[ $(find . -maxdepth 1 -name 'over_*' | wc -l) -eq 2 ]]; }
until_true 20 two_over || fail "two were approved: $(ls)"
assert_untouched tmp_4/one
left=$(find tmp_1 tmp_2 tmp_3 -name one 2>/dev/null | wc -l) || true
((left == 1)) || fail "$left of the first three are left"
# One by one again: the question under the cursor.
keys q
screen_says "[n] deny"
pause
keys n
screen_says "guard: denied: rm -rf"
screen_says "[n] deny"
pause
keys Escape
screen_says "all over"
assert_untouched tmp_4/one
each_has_a_record() { [[ $(audit_records | python3 -B "$LIB/query.py" count "r['tool_name'] == 'answer'") -eq 4 ]]; }
until_true 10 each_has_a_record || fail "not each answer has its record"
