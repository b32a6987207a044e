# SPDX-License-Identifier: Apache-2.0
# sudo is asked about with what it would do, runs once it is approved, and does not once it is denied.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
mkdir old; echo x >old/a
printf 'sudo rm -rf old\necho "status $?"\n' >script
start_guarded --policy "$WITH_SUDO" -- bash script
wait_for_question
[[ $QUESTION == *'"tier": 2'* && $QUESTION == *'outside of guard'* && $QUESTION == *'All 2 existed before'* ]] || fail "$QUESTION"
assert_exists old/a
guard deny "$question_id" >/dev/null
finish_guarded
assert_says "$OUT" "status 126"
assert_exists old/a
start_guarded --policy "$WITH_SUDO" -- bash script
wait_for_question
guard approve "$question_id" >/dev/null
finish_guarded
assert_says "$OUT" "status 0"
assert_missing old
# Nobody there, or not wanted: refused.
mkdir old
guard_run --policy "$WITH_SUDO" --on-ask deny -- sudo rm -rf old
assert_status 126
printf 'version: 1\nextends: [default]\nsudo: off\n' >off.yaml
guard_run --policy off.yaml --on-ask allow -- sudo rm -rf old
assert_status 126
assert_says "$ERR" "not to be had"
assert_exists old
