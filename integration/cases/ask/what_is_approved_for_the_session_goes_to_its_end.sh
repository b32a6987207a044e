# SPDX-License-Identifier: Apache-2.0
# A category that was approved for the session lets a command go to its end: its files are no second question.
. "$LIB/case.sh"
with_undo
precious d1/f d2/f d2/g d3/a/b
start_guarded --session all -- bash -c 'rm -rf d1; rm -rf d2; rm -rf d3'
wait_for_question
guard approve-session --session all --categories FS_DELETE_OVERWRITE >/dev/null
finish_guarded
assert_status 0
assert_missing d1 d2 d3
