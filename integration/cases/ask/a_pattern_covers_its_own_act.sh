# SPDX-License-Identifier: Apache-2.0
# A pattern that does not cover the act that is asked about is refused, in one clear line; a move, which
# no folder covers but one that was not shown, offers no folder.
. "$LIB/case.sh"
precious old/a/1 old/a/2 other/3 notes
answered() { QUESTION=$(guard pending --json) && [[ $QUESTION != *"$1"* ]]; }
start_guarded -- bash -c 'rm -r old/a; mv notes ~/taken; true'
wait_for_question
first=$question_id
for pattern in "$PWD/other" "$PWD/old/a/1" "rm -r old/b *"; do
  ! guard approve "$first" --scope session --pattern "$pattern" 2>"$CASE_ROOM/said" || fail "$pattern was taken"
  assert_says "$CASE_ROOM/said" "the pattern '$pattern' does not cover the very act that is asked about"
done
assert_exists old/a/1
[[ $PWD == "$HOME"/* ]] || fail "the workspace is not below the home folder"
guard approve "$first" --scope session --pattern "~${PWD#"$HOME"}/old" >/dev/null || fail "one that covers it was refused"
until_true 20 answered "$first" || fail "still waiting"
wait_for_question
[[ $(json_of "data[0]['pattern']") == "" ]] || fail "offered: $QUESTION"
[[ $(json_of "','.join(data[0]['scopes'])") == once,command ]] || fail "offered: $QUESTION"
! guard approve "$question_id" --scope session 2>"$CASE_ROOM/said" || fail "remembered in vain"
assert_says "$CASE_ROOM/said" "scope 'session' is not offered here"
guard deny "$question_id" >/dev/null
finish_guarded
assert_exists notes
assert_missing old/a
