# SPDX-License-Identifier: Apache-2.0
# While one act waits for a person, the rest of the tree goes on.
. "$LIB/case.sh"
precious tmp_a/one
start_guarded -- bash -c 'rm -rf tmp_a & for i in $(seq 20); do echo x >"f$i"; /bin/true; rm "f$i"; done; echo on >went; wait'
wait_for_question
until_true 20 test -s went || fail "the rest of the tree waits"
assert_untouched tmp_a/one
guard approve "$question_id"
finish_guarded
assert_status 0
assert_missing tmp_a
