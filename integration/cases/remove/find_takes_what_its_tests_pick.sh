# SPDX-License-Identifier: Apache-2.0
# find -name X -delete is asked about for what it picks, not for all that lies below its root.
. "$LIB/case.sh"
precious a.log sub/b.log c.txt sub/d.txt
guard_run --on-ask deny -- find . -name '*.nothing' -delete
assert_status 0
assert_nothing_asked
start_guarded -- find . -name '*.log' -delete
wait_for_question
[[ $(json_of "data[0]['effect']['files']") == 2 ]] || fail "effect: $(json_of "data[0]['effect']")"
guard approve "$question_id"
finish_guarded
assert_status 0
assert_missing a.log sub/b.log
assert_untouched c.txt sub/d.txt
# Anything but a plain row of tests is counted as before.
start_guarded -- find . -name '*.txt' -o -name '*.log' -delete
wait_for_question
guard deny "$question_id"
finish_guarded
assert_untouched c.txt sub/d.txt
