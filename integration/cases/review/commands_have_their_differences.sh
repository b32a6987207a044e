# SPDX-License-Identifier: Apache-2.0
# guard review --by-command --diff: under each command, with its number, the lines that it changed of each file, and no others.
. "$LIB/case.sh"
with_undo
seq 9 >f
guard_run --session s -- bash -c 'sed -i s/2/two/ f; sed -i -e s/5/five/ f; tee new <<<x >/dev/null'
assert_status 0
wait_for_closing
guard review s --by-command --diff >"$OUT"
grep -v '^ *@@' "$OUT" | grep -v '^     ' >"$OUT.lines"
[[ $(<"$OUT.lines") == "1  sed -i s/2/two/ f
  M  f | +1 -1; by 2 commands
    -2
    +two
2  sed -i -e s/5/five/ f
  M  f | +1 -1; by 2 commands
    -5
    +five
3  tee new
  A  new | +1
    +x
session s: 1 changed, 1 made" ]] || fail "says: $(<"$OUT")"
