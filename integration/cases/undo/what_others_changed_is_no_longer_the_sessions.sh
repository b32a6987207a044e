# SPDX-License-Identifier: Apache-2.0
# guard undo --made leaves what somebody changed since: it needs a choice. A folder with something of another's stays with
# that. --made and --all are about whole sessions.
. "$LIB/case.sh"
with_undo
guard_run --session made -- bash -c 'echo a >a; echo b >b; mkdir folder; echo c >folder/c; echo d >folder/d'
assert_status 0
session=made
sleep 0.1
echo mine >>b
echo foreign >folder/foreign
status=0
guard undo --made --session "$session" --yes >"$OUT" 2>"$ERR" || status=$?
[[ $status == 3 && -e a ]] || fail "without a choice it ended with $status"
assert_says "$ERR" "b: it was changed since"
guard undo --made --session "$session" --dry-run >"$OUT" 2>&1 || true
assert_says "$OUT" "folder (folder); 2 files and folders in it; it is not empty, and stays"

status=0
guard undo --made --session "$session" --conflicts skip --yes >"$OUT" 2>"$ERR" || status=$?
[[ $status == 1 ]] || fail "with what was skipped it ended with $status: $(<"$OUT")"
[[ ! -e a && $(<b) == $'b\nmine' && -e folder/foreign && ! -e folder/c ]] || fail "$(ls -R)"
guard undo --made --session "$session" --conflicts overwrite --yes >"$OUT" 2>"$ERR" || fail "overwrite: $(<"$ERR")"
[[ ! -e b && -e folder/foreign ]] || fail "$(ls -R)"
guard undo --session "$(sed -n 's/.*to revert: guard undo --session //p' "$OUT")" --yes >"$OUT" 2>&1 || fail "$(<"$OUT")"
[[ $(<b) == $'b\nmine' ]] || fail "what somebody added is not given back"

for words in "--made ./b" "--all b"; do
  status=0
  # shellcheck disable=SC2086
  guard undo $words --yes >"$OUT" 2>&1 || status=$?
  [[ $status == 2 && -e b ]] || fail "$words: $status"
  assert_says "$OUT" "is about a whole session"
done
