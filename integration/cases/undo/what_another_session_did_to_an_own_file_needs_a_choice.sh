# SPDX-License-Identifier: Apache-2.0
# Two sessions in one checkout: what the second one writes into a file that the first one made, or that the second one moved before
# it wrote, or puts where the first one took something away, is not taken by an undo of the first.
# timeout: 180
. "$LIB/case.sh"
with_undo
BESIDE=$CASE_ROOM/beside.yaml
echo "collisions: {writes: off}" >"$BESIDE"
both() { # WORDS of the first session, those of the second one, which runs in the middle, WORDS of guard run...
  rm -rf "$GUARD_STATE_DIR" ready go
  printf 'a\nb\n' >notes.txt
  echo old >gone.txt
  local first=$1 second=$2
  shift 2
  start_guarded --session first --policy "$BESIDE" "$@" -- bash -c "$first; touch ready; until [[ -e go ]]; do sleep 0.02; done; exit ${END:-0}"
  until_true 20 test -e ready
  guard run -q --policy "$BESIDE" --session second -- bash -c "$second" </dev/null || fail "the second session failed"
  touch go
  finish_guarded
  wait_for_closing
}
needs_a_choice() { # WORDS of guard...
  status=0
  guard "$@" --yes >"$OUT" 2>&1 || status=$?
  assert_status_not 0
}
for words in 'undo --all --session first' 'undo --made --session first' 'undo --session first --to 1' 'review first new.txt --discard'; do
  rm -f new.txt
  both 'echo mine >new.txt' 'echo theirs >>new.txt'
  # shellcheck disable=SC2086
  needs_a_choice $words
  assert_content new.txt $'mine\ntheirs'
done
guard undo --all --session first --conflicts skip --yes >"$OUT" 2>&1 || true
assert_content new.txt $'mine\ntheirs'
guard undo --all --session first --conflicts overwrite --yes >"$OUT" 2>&1 || fail "overwrite: $(<"$OUT")"
assert_missing new.txt
END=9 both 'echo mine >new.txt; echo mine >own.txt' 'echo theirs >>new.txt' --discard-on-fail
assert_content new.txt $'mine\ntheirs'
assert_missing own.txt
rm -f new.txt

both 'echo mine >>notes.txt' 'mv notes.txt moved.txt; echo theirs >>moved.txt'
needs_a_choice undo --session first
assert_content moved.txt $'a\nb\nmine\ntheirs'
rm -f moved.txt

both 'rm gone.txt' 'echo theirs >gone.txt'
needs_a_choice undo --session first
assert_content gone.txt theirs
both 'mv gone.txt elsewhere.txt' 'echo theirs >gone.txt'
needs_a_choice undo --session first
assert_content gone.txt theirs
assert_content elsewhere.txt old
rm -f elsewhere.txt

# Files that only the first one wrote go as before, also beside a session that does other things.
both 'echo mine >new.txt; rm gone.txt; echo mine >>notes.txt' 'echo theirs >theirs.txt'
guard undo --all --session first --yes >"$OUT" 2>&1 || fail "nothing is the second one's: $(<"$OUT")"
assert_missing new.txt
assert_content gone.txt old
assert_content theirs.txt theirs
assert_content notes.txt $'a\nb'
