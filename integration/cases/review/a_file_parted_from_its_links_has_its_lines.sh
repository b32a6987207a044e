# SPDX-License-Identifier: Apache-2.0
# A program that writes a file anew parts it from its further names of before: those still have what it was, so review has the
# difference, and its hunks go back one by one. Where somebody wrote there since, it is said that nothing is kept.
. "$LIB/case.sh"
with_undo
make() { # SESSION
  rm -f h l
  seq 30 >h
  ln h l
  guard_run --session "$1" --on-ask allow -- sed -i '2s/^/x/;15s/^/y/' h
  assert_status 0
  wait_for_closing
}
make lines
guard review lines >"$OUT"
assert_says "$OUT" "M  h | +2 -2"
guard review lines h --discard-hunks 1 --yes >"$OUT" 2>&1 || fail "the hunk: $(<"$OUT")"
seq 30 | sed '15s/^/y/' | cmp - h || fail "after the hunk: $(<h)"
seq 30 | cmp - l || fail "the other name changed"
guard undo --all --session lines --yes >"$OUT" 2>&1 || fail "all: $(<"$OUT")"
[[ h -ef l ]] || fail "they are not one file again"
seq 30 | cmp - h || fail "all: $(<h)"
make written
echo more >>l
guard review written >"$OUT"
assert_says "$OUT" "what it was is not in the store"
