# SPDX-License-Identifier: Apache-2.0
# The question of `rm -rf a b` says that a remembered answer holds for a alone: the next time b is asked about.
. "$LIB/case.sh"
mkdir a b
precious a/1 a/2 b/1 b/2
start_guarded --session several -- rm -rf a b
wait_for_question
[[ $(json_of "data[0]['covers']['command']") == "deletes in $PWD/a and below; all else of it only now" ]] || fail "says $QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
assert_exists a/1 b/1
start_guarded --session one -- rm -rf a
wait_for_question
[[ $(json_of "data[0]['covers']['session']") == "deletes in $PWD/a and below" ]] || fail "says $QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
