# SPDX-License-Identifier: Apache-2.0
# Editors keep a backup: they move the old file away, give it a further name, or replace an older backup, and write the file anew.
# guard review tells what the file lost and got, and the untouched backup with the command that made it alone; the plan of an undo
# shows the difference of the text.
. "$LIB/case.sh"
with_undo
for name in moved linked again; do seq 5 >$name; done
seq 5 >again~
guard_run --session s -- bash -c '
  mv moved moved~; cp moved~ moved; sed -i s/3/three/ moved
  ln linked linked~; sed s/3/three/ linked >t; mv t linked
  mv again again~; sed s/3/three/ again~ >again'
wait_for_closing
guard review s >"$OUT"
for line in 'M  moved | +1 -1; by 2 commands' 'A  moved~ | +5' 'M  linked | +1 -1' 'A  linked~ | +5' 'M  again | +1 -1'; do
  grep -qxF "$line" "$OUT" || fail "no line '$line' in: $(<"$OUT")"
done
assert_silent "$OUT" "again~"
guard review s --by-command >"$OUT"
[[ $(grep -c '^  A  moved~ ' "$OUT") -eq 1 ]] || fail "the backup is another command's, too: $(<"$OUT")"
# The effect of an undo on the text.
guard undo --session s --dry-run >"$OUT"
[[ $(grep -c '^-three$' "$OUT") -eq 3 && $(grep -c '^+3$' "$OUT") -eq 3 ]] || fail "the plan: $(<"$OUT")"
guard undo --session s --dry-run --json >"$OUT"
python3 -c 'import json, sys
plan = json.load(open(sys.argv[1]))["plan"]
assert any("-three" in step.get("diff", "") for step in plan if step["act"] == "rename"), plan' "$OUT"
# All of it goes back.
guard review s --discard --yes >"$OUT" || fail "not discarded: $(<"$OUT")"
for name in moved linked again again~; do seq 5 | cmp - $name || fail "$name: $(<$name)"; done
[[ ! -e moved~ && ! -e linked~ ]] || fail "a backup is left"
# vim by way of a backup that it deletes.
seq 5 >v
guard_run --session v -- bash -c 'mv v v~; sed s/3/three/ v~ >v; rm v~'
wait_for_closing
guard undo --session v --dry-run >"$OUT"
assert_says "$OUT" "--- $PWD/v (now)"
grep -qx -- '-three' "$OUT" || fail "no difference: $(<"$OUT")"
