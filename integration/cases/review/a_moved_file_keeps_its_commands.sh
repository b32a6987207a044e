# SPDX-License-Identifier: Apache-2.0
# A backup or a move of a file that the session had written anew is a step of its own: blame, --by-command and --discard-command
# tell what each command changed, and the backup is the work of the command that moved it there.
# timeout: 120
. "$LIB/case.sh"
with_undo
mkdir src
run() { # NAME TEXT
  seq 20 >src/a.c
  guard_run --session "$1" --on-ask allow -- bash -c "$2"
  assert_status 0
  wait_for_closing
}
run backup "sed -i '2s/.*/cmd1/' src/a.c; sed -i.bak '5s/.*/cmd5/' src/a.c; sed -i '10s/.*/cmd10/' src/a.c"
guard review backup --by-command | grep -v '^session' >"$OUT"
[[ $(<"$OUT") == "1  sed -i '2s/.*/cmd1/' src/a.c
  M  src/a.c | +1 -1; by 3 commands
2  sed -i.bak '5s/.*/cmd5/' src/a.c
  M  src/a.c | +1 -1; by 3 commands
  A  src/a.c.bak | +20
3  sed -i '10s/.*/cmd10/' src/a.c
  M  src/a.c | +1 -1; by 3 commands" ]] || fail "the backup: $(<"$OUT")"
guard blame src/a.c >"$OUT"
grep cmd5 "$OUT" | grep -q 'sed -i.bak' || fail "blame: $(<"$OUT")"
cp src/a.c.bak bak
guard review backup --discard-command 1 --yes >"$OUT" || fail "discard: $(<"$OUT")"
[[ $(<src/a.c) == "$(seq 20 | sed '5s/.*/cmd5/;10s/.*/cmd10/')" ]] || fail "the first command: $(tr '\n' ' ' <src/a.c)"
cmp -s bak src/a.c.bak || fail "the backup was written: $(<"$OUT")"
guard review backup --discard-command 2 --yes >"$OUT" || fail "discard: $(<"$OUT")"
[[ $(<src/a.c) == "$(seq 20 | sed '10s/.*/cmd10/')" ]] || fail "the second command: $(tr '\n' ' ' <src/a.c)"
assert_missing src/a.c.bak
rm bak
# A move after two changes is one, and comes back.
run moved "sed -i '2s/.*/cmd1/' src/a.c; sed -i '5s/.*/cmd5/' src/a.c; mv src/a.c src/b.c"
guard review moved >"$OUT"
assert_says "$OUT" "R  src/a.c -> src/b.c | +2 -2"
guard undo --all --session moved --yes >"$OUT" 2>&1 || fail "undo: $(<"$OUT")"
[[ $(<src/a.c) == "$(seq 20)" && ! -e src/b.c ]] || fail "the move was not undone: $(<"$OUT")"
# Two that change places: the lines are their editor's, not the movers'.
seq 30 50 >src/b.c
run swap "sed -i '2s/.*/cmd1/' src/a.c; mv src/a.c t; mv src/b.c src/a.c; mv t src/b.c"
guard blame src/b.c >"$OUT"
grep cmd1 "$OUT" | grep -q 'sed -i' || fail "blame of a swap: $(<"$OUT")"
guard undo --all --session swap --yes >"$OUT" 2>&1 || fail "undo: $(<"$OUT")"
[[ $(<src/a.c) == "$(seq 20)" && $(<src/b.c) == "$(seq 30 50)" && ! -e t ]] || fail "the swap was not undone: $(<"$OUT")"
