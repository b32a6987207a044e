# SPDX-License-Identifier: Apache-2.0
# A question about a copy that only makes something new tells no number of what it overwrites, and says what undo does with it.
. "$LIB/case.sh"
with_undo
precious src/a src/b
start_guarded -- cp -r src ../app_copy
wait_for_question
[[ $(json_of "data[0]['what']") == "cp -r src ../app_copy" ]] || fail "$QUESTION"
[[ $(json_of "data[0]['undo']") == "none: new files stay, unless you use guard undo --made" ]] || fail "$QUESTION"
guard deny "$question_id"
finish_guarded
assert_missing ../app_copy
