# SPDX-License-Identifier: Apache-2.0
# An answer with scope always is for the folder that was the workspace, and not for another one that gets its path; one
# of before that says no kind of act, or no folder, covers nothing.
. "$LIB/case.sh"
mkdir "$CASE_ROOM/p" "$CASE_ROOM/q"
precious "$HOME/o/1" "$HOME/o/2" "$HOME/o/3" "$HOME/o/4"
changes() { guard_run --workspace "$CASE_ROOM/p" --on-ask deny -- bash -c 'echo changed >>"$1"' _ "$1"; }
start_guarded --workspace "$CASE_ROOM/p" -- bash -c 'echo changed >>"$HOME/o/1"'
wait_for_question
guard approve "$question_id" --scope always >/dev/null
finish_guarded
changes "$HOME/o/2"
grep -q changed "$HOME/o/2" || fail "not remembered: $(<"$ERR")"
mv "$CASE_ROOM/p" "$CASE_ROOM/was" && mv "$CASE_ROOM/q" "$CASE_ROOM/p"
changes "$HOME/o/3"
! grep -q changed "$HOME/o/3" || fail "another project at the path was let do it"
mv "$CASE_ROOM/p" "$CASE_ROOM/q" && mv "$CASE_ROOM/was" "$CASE_ROOM/p"
changes "$HOME/o/3"
grep -q changed "$HOME/o/3" || fail "forgotten: $(<"$ERR")"
grants=${XDG_CONFIG_HOME:-$HOME/.config}/guard/grants.yaml
cp "$grants" "$CASE_ROOM/grants"
for key in kind folder; do
  grep -v "^  $key:" "$CASE_ROOM/grants" >"$grants"
  changes "$HOME/o/4"
  ! grep -q changed "$HOME/o/4" || fail "covered without $key"
done
