# SPDX-License-Identifier: Apache-2.0
# A file that an editor moved aside before it wrote another one: an undo of the backup alone takes only that name
# away. The edit stays, and what the file was comes back whenever it is asked for.
. "$LIB/case.sh"
with_undo
printf 'one x\n' >a.c
edit() { guard_run --session "$1" -- sed -i.bak 's/x/y/' a.c; assert_status 0; wait_for_closing; }
check() { # WHEN CONTENT-OF-a.c CONTENT-OF-a.c.bak
  [[ $(<a.c) == "$2" ]] || fail "$1: a.c: $(<a.c)"
  if [[ -n $3 ]]; then [[ $(<a.c.bak) == "$3" ]] || fail "$1: a.c.bak: $(<a.c.bak)"; else assert_missing a.c.bak; fi
}
edit first
check 'after the edit' 'one y' 'one x'
guard undo --session first a.c.bak --dry-run >"$OUT"
assert_says "$OUT" "take away $PWD/a.c.bak"
guard undo a.c.bak --yes >"$OUT"
check 'the backup alone' 'one y' ''
guard review first --stat >"$OUT.review"
assert_says "$OUT.review" 'M  a.c | +1 -1'
assert_says "$OUT.review" 'session first: 1 changed'
guard undo --session "$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)" --yes >"$OUT"
check 'the undo of that undo' 'one y' 'one x'
guard undo --session first --all --yes >"$OUT"
check 'everything' 'one x' ''

edit second
guard review second --discard a.c.bak --yes >"$OUT"
check 'a discard of the backup' 'one y' ''
guard undo a.c --yes >"$OUT"
check 'the file after its backup' 'one x' ''

# If the file has a further name, that one stays what it is.
ln a.c other
edit third
guard undo a.c.bak --yes >"$OUT"
check 'with a further name' 'one y' ''
[[ $(<other) == 'one x' ]] || fail "the further name: $(<other)"
guard undo --session third --all --yes >"$OUT"
check 'that as a whole' 'one x' ''
[[ a.c -ef other ]] || fail 'they are one file no more'

# The old name is free: the file goes back there.
guard_run --session fourth -- mv a.c moved.c
wait_for_closing
guard undo moved.c --yes >"$OUT"
check 'a plain move' 'one x' ''
