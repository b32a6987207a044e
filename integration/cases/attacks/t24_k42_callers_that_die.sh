# SPDX-License-Identifier: Apache-2.0
# The asker ends: the question goes, nothing happens later. 24.
. "$LIB/case.sh"
precious tmp_a/one
start_guarded -- bash -c 'rm -rf tmp_a & echo $! >pid; wait; echo over'
wait_for_question
kill -KILL "$(<pid)"
until_true 20 no_question_waits || fail "still asked: $(guard pending --json)"
! guard approve "$question_id" 2>/dev/null || fail "a withdrawn question could be approved"
finish_guarded
assert_untouched tmp_a/one
assert_recorded "r['approval_id'] == '$question_id' and r['approval_status'] == 'withdrawn'"
