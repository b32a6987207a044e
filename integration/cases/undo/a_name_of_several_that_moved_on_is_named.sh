# SPDX-License-Identifier: Apache-2.0
# A session moved one name of a file with several names, and somebody moved that one again: nobody can tell
# which of the names it is now. Nothing is done by guess, and the person hears where the file is.
. "$LIB/case.sh"
with_undo
precious a
ln a b
guard_run --on-ask deny --session one -- mv a c
wait_for_closing
mv c d
for word in --dry-run --yes; do
  status=0
  guard undo "$word" --session one >"$OUT" 2>&1 || status=$?
  [[ $status -ne 0 ]] || fail "$word: status 0"
  assert_says "$OUT" "it was moved again since"
  assert_says "$OUT" "$PWD/d"
done
assert_missing a c
assert_content d "precious a"
# By hand it is where the session left it.
mv d c
guard undo --yes --session one
assert_untouched a
assert_missing c d
