# SPDX-License-Identifier: Apache-2.0
# Two sessions in one checkout: what the second one wrote into a file, after the first had and while both ran, is not taken away by
# the undo of the first, nor by its --discard-on-fail. Changes of the second that the first one saw are part of what it gives back.
# timeout: 120
. "$LIB/case.sh"
with_undo
# Nobody is asked about what the other one wrote: this is about what comes of it.
BESIDE=$CASE_ROOM/beside.yaml
echo "collisions: {writes: off}" >"$BESIDE"
both() { # WORDS of the first session, those of the second one, which runs in the middle
  rm -f ready go
  printf 'a\nb\nc\n' >shared.txt
  echo alone >alone.txt
  start_guarded --session first -- bash -c "$1; echo mine >alone.txt; touch ready; until [[ -e go ]]; do sleep 0.02; done; exit ${3:-0}"
  until_true 20 test -e ready
  guard run -q --policy "$BESIDE" --session second -- bash -c "$2" </dev/null || fail "the second session failed"
  touch go
  finish_guarded
  wait_for_closing
}
for way in "sed -i s/a/A/ shared.txt" "echo more >>shared.txt"; do
  for other in "sed -i s/c/C/ shared.txt" "echo theirs >>shared.txt"; do
    rm -rf "$GUARD_STATE_DIR"
    both "$way" "$other"
    kept=$(<shared.txt)
    status=0
    guard undo --session first --yes >"$OUT" 2>&1 || status=$?
    [[ $(<shared.txt) == "$kept" ]] || fail "$way, $other: it is $(<shared.txt)"
    # A file that the second session replaced is none that the first one wrote into: there is nothing to choose.
    if [[ $way == echo* && $other == sed* ]]; then
      assert_status 1
      assert_says "$OUT" "another file has its name by now"
      continue
    fi
    assert_status 3
    assert_says "$OUT" "session second changed it meanwhile"
    guard undo --session first --conflicts skip --yes >"$OUT" 2>&1 || true
    [[ $(<shared.txt) == "$kept" ]] || fail "skipped, and it is $(<shared.txt)"
    assert_content alone.txt alone
    guard undo --session first --conflicts overwrite --yes >"$OUT" 2>&1 || true
    [[ $(<shared.txt) == $'a\nb\nc' ]] || fail "overwritten, and it is $(<shared.txt)"
  done
done
# The other way round: the second session's own undo gives back what it found, which is the first one's.
rm -rf "$GUARD_STATE_DIR"
both "sed -i s/a/A/ shared.txt" "sed -i s/c/C/ shared.txt"
guard undo --session second --yes >"$OUT" 2>&1 || fail "the second: $(<"$OUT")"
[[ $(<shared.txt) == $'A\nb\nc' ]] || fail "after the second's undo it is $(<shared.txt)"
guard undo --session first --yes >"$OUT" 2>&1 || fail "what the second gave back is in the way: $(<"$OUT")"
[[ $(<shared.txt) == $'a\nb\nc' ]] || fail "after both it is $(<shared.txt)"
# At the end of a run that failed.
rm -rf "$GUARD_STATE_DIR" ready go
printf 'a\nb\nc\n' >shared.txt
start_guarded --session failing --discard-on-fail -- bash -c 'sed -i s/a/A/ shared.txt; touch own ready; until [[ -e go ]]; do sleep 0.02; done; exit 9'
until_true 20 test -e ready
guard run -q --policy "$BESIDE" --session second -- sed -i s/c/C/ shared.txt </dev/null
touch go
finish_guarded
assert_status 9
[[ $(<shared.txt) == $'A\nb\nC' ]] || fail "the run that failed took the other's work: $(<shared.txt)"
assert_missing own
# One after the other is as before.
rm -rf "$GUARD_STATE_DIR"
printf 'a\nb\nc\n' >shared.txt
guard_run --session one -- sed -i s/a/A/ shared.txt
wait_for_closing
guard_run --session two -- sed -i s/c/C/ shared.txt
wait_for_closing
guard undo --session two --yes >/dev/null 2>&1
guard undo --session one --yes >/dev/null 2>&1
[[ $(<shared.txt) == $'a\nb\nc' ]] || fail "one after the other: $(<shared.txt)"
# A session that still runs is looked at, too, and one whose journal cannot be read stands in the way.
rm -rf "$GUARD_STATE_DIR" ready go
printf 'a\nb\nc\n' >shared.txt
start_guarded --session long --policy "$BESIDE" -- bash -c 'touch ready; until [[ -e go ]]; do sleep 0.02; done; sed -i s/c/C/ shared.txt; touch went; until [[ -e stop ]]; do sleep 0.02; done'
until_true 20 test -e ready
"$GUARD" run -q --session short -- bash -c 'sed -i s/a/A/ shared.txt; touch go; until [[ -e went ]]; do sleep 0.02; done' </dev/null
status=0
guard undo --session short --yes >"$CASE_ROOM/said" 2>&1 || status=$?
assert_status 3
assert_says "$CASE_ROOM/said" "session long changed it meanwhile"
touch stop
finish_guarded
[[ $(<shared.txt) == $'A\nb\nC' ]] || fail "it is $(<shared.txt)"
rm -f stop went go ready
echo old >lonely
start_guarded --session long2 --policy "$BESIDE" -- bash -c 'touch ready; echo x >other; until [[ -e stop ]]; do sleep 0.02; done'
until_true 20 test -e ready
"$GUARD" run -q --session short2 -- sed -i s/old/new/ lonely </dev/null
touch stop
finish_guarded
printf 'x\n' >>"$GUARD_STATE_DIR/undo/long2/journal"
status=0
guard undo --session short2 --yes >"$OUT" 2>&1 || status=$?
assert_status 3
assert_says "$OUT" "ran meanwhile, and what it changed cannot be read"
assert_content lonely new
