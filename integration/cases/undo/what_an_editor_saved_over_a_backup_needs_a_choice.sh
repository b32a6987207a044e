# SPDX-License-Identifier: Apache-2.0
# Editors move a file to a backup's name, write it anew, and delete the backup. Text that somebody writes into the new file later
# is not taken away unasked, whether all is undone, one path, or one command; if nobody did, all comes back.
. "$LIB/case.sh"
with_undo
edit='mv f f~; sed s/one/two/ f~ >f; rm f~'
edited() { # what happens later
  rm -rf "$GUARD_STATE_DIR" f f~
  echo one >f
  guard_run --session s -- bash -c "$edit"
  assert_content f two
  wait_for_closing
  bash -c "$1"
}
for later in 'echo mine >>f' 'rm f; echo mine >f' 'echo mine >t; mv t f'; do
  edited "$later"
  kept=$(<f)
  for way in "" "f" "--all"; do
    status=0
    guard undo --session s --yes $way >"$OUT" 2>&1 || status=$?
    assert_status 3
    assert_says "$OUT" "put there since"
    [[ $(<f) == "$kept" ]] || fail "$later, $way: it is $(<f)"
  done
  status=0
  guard review s --discard-command 1 --yes >"$OUT" 2>&1 || status=$?
  [[ $(<f) == "$kept" ]] || fail "$later, --discard-command: status $status, it is $(<f)"
  guard review s >"$OUT"
  assert_says "$OUT" "CONFLICT"
  guard undo --session s --yes --conflicts overwrite >"$OUT" 2>&1 || fail "overwrite: $(<"$OUT")"
  assert_content f one
done
edited true
guard undo --session s --yes >"$OUT" 2>&1 || fail "nobody changed it: $(<"$OUT")"
assert_content f one
assert_missing f~
edited true
guard_run --session other -- bash -c 'sed s/two/three/ f >t; cat t >f; rm t'
wait_for_closing
status=0
guard undo --session s --yes >"$OUT" 2>&1 || status=$?
assert_status 3
assert_content f three
