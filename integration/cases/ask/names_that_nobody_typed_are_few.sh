# SPDX-License-Identifier: Apache-2.0
# Four files of before go whose names nobody typed, also where the shell runs its last command in its own place.
. "$LIB/case.sh"
with_undo
loses_four() { # WORD...
  rm -rf many && mkdir many && (cd many && touch f{1..9} && ls | head -7 >../list)
  guard_run --on-ask deny -- "$@"
  local left
  left=$(find many -type f | wc -l)
  ((left == 5)) || fail "$left of 9 are left after: $*"
}
cd_rm='cd many; rm'
for end in '' '; true'; do
  loses_four bash -c "$cd_rm \$(cat ../list)$end"
  loses_four bash -c "cd many; mapfile -t a <../list; rm \"\${a[@]}\"$end"
  loses_four bash -c "$cd_rm f{1..7}$end"
  loses_four bash -c "cd many; awk '{system(\"rm \" \$0)}' ../list$end"
  loses_four sh -c "bash -c 'cd many; rm \$(cat ../list)$end'"
done
# Typed: ten.
rm -rf many && mkdir many && touch many/f{1..9}
guard_run --on-ask deny -- bash -c 'rm many/f1 many/f2 many/f3 many/f4 many/f5 many/f6 many/f7'
assert_status 0
[[ $(find many -type f | wc -l) == 2 ]] || fail "names that were typed did not go: $(ls many)"
