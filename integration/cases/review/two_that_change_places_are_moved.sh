# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# Two files of before change places, with edits before and after by programs that write a file anew: each has moved, and a discard
# of either takes both home. Each command's lines go alone.
. "$LIB/case.sh"
with_undo
make() { # SESSION
  rm -f a b
  seq 20 >a
  seq 30 50 >b
  guard_run --session "$1" --on-ask allow -- bash -c "sed -i '2s/.*/cmd1/' a; mv a t; mv b a; mv t b; sed -i '5s/.*/cmd5/' a; sed -i '9s/.*/cmd9/' b"
  assert_status 0
  wait_for_closing
  cp a "$GUARD_STATE_DIR.a"
  cp b "$GUARD_STATE_DIR.b"
}
is_back() { seq 20 | cmp - a && seq 30 50 | cmp - b && [[ ! -e t ]] || fail "$1: $(ls; <"$OUT")"; }
is_changed() { cmp a "$GUARD_STATE_DIR.a" && cmp b "$GUARD_STATE_DIR.b" || fail "$1: $(<"$OUT")"; }
make one
guard review one >"$OUT"
[[ $(<"$OUT") == "R  b -> a | +1 -1
R  a -> b | +2 -2; by 2 commands
session one: 2 moved" ]] || fail "the list: $(<"$OUT")"
guard blame a >"$OUT"
grep cmd5 "$OUT" | grep -q 'sed -i' || fail "blame of a: $(<"$OUT")"
guard blame b >"$OUT"
grep cmd1 "$OUT" | grep -q "2s/" || fail "blame of b: $(<"$OUT")"
guard review one --discard-command 1 --yes >"$OUT" 2>&1 || fail "the first command: $(<"$OUT")"
[[ $(<b) == "$(seq 20 | sed '9s/.*/cmd9/')" ]] || fail "the first command: $(tr '\n' ' ' <b)"
cmp a "$GUARD_STATE_DIR.a" || fail "the other file: $(<"$OUT")"
guard undo --session one --all --yes >"$OUT" 2>&1 || fail "all: $(<"$OUT")"
is_back all
for name in a b; do
  make "of-$name"
  guard review "of-$name" --discard $name --yes >"$OUT" 2>&1 || fail "discard $name: $(<"$OUT")"
  is_back "discard $name"
  guard undo --session "$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)" --yes >"$OUT" 2>&1 || fail "back $name: $(<"$OUT")"
  is_changed "back $name"
  guard undo --session "of-$name" --all --yes >"$OUT" 2>&1 || fail "all after $name: $(<"$OUT")"
  is_back "all after $name"
done
