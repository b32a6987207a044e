# SPDX-License-Identifier: Apache-2.0
# guard audit, run by what is supervised, says in one line that the record is out of reach; it does
# not run into guard's own block.
. "$LIB/case.sh"
for words in "audit list" "audit export" "audit stats" "audit show 12345678"; do
  # shellcheck disable=SC2086
  guard_run --on-ask deny -- "$GUARD" $words
  assert_status 1
  [[ $(wc -l <"$ERR") -eq 1 ]] || fail "$words: $(cat "$ERR")"
  assert_says "$ERR" "out of reach inside a session"
done
assert_not_recorded "r['decision'] in ('deny', 'block')"
guard audit list >"$OUT" || fail "audit list: $?"
assert_says "$OUT" "audit list"
