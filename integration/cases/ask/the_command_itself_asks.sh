# SPDX-License-Identifier: Apache-2.0
# CMD's own start is asked about: nobody ran it but guard run, and that is what the question says.
. "$LIB/case.sh"
precious old/a
start_guarded -- rm -rf old
wait_for_question
[[ $(json_of "data[0]['why']") == "the command of guard run itself" ]] || fail "why: $(json_of "data[0]['why']")"
[[ $(json_of "data[0]['chain']") == '["rm"]' ]] || fail "chain: $(json_of "data[0]['chain']")"
guard deny "$question_id"
finish_guarded
assert_untouched old/a
