# SPDX-License-Identifier: Apache-2.0
# A folder that the session moved: what changed in it is found by the name of before and by the one of
# now. A file that was asked for below it comes back where it is, and a line says how to move the
# folder back.
. "$LIB/case.sh"
with_undo
make() {
  rm -rf src lib
  precious src/a.c src/b.c src/gone
  guard_run --on-ask deny --session "$1" -- bash -c 'rm src/gone; mv src lib; echo two >lib/a.c'
  assert_status 0
}
for name in src lib; do
  make "folder-$name"
  guard undo --yes "$name" >"$OUT" 2>"$ERR" || fail "undo $name: $(<"$ERR")"
  assert_says "$OUT" "restored 2 files and 1 folder"
  assert_silent "$OUT" "was moved"
  assert_untouched src/a.c src/b.c src/gone
  assert_missing lib
done
for name in src/a.c lib/a.c; do
  make "file-${name%/*}"
  guard undo --yes "$name" >"$OUT" 2>"$ERR" || fail "undo $name: $(<"$ERR")"
  assert_says "$OUT" "restored 1 file;"
  assert_says "$OUT" "its folder was moved: $PWD/src is now $PWD/lib; to move it back: guard undo $PWD/lib"
  assert_content lib/a.c "precious src/a.c"
  assert_missing src lib/gone
done
# Nothing of its own is kept: it went along.
for name in src/b.c lib/b.c; do
  status=0
  guard undo --yes "$name" >"$OUT" 2>"$ERR" || status=$?
  assert_status 1
  assert_says "$ERR" "nothing is kept of $PWD/$name itself; its folder was moved: $PWD/src is now $PWD/lib; to move it back: guard undo $PWD/lib"
done
# So does what was deleted before the folder was moved.
guard undo --dry-run lib/gone >"$OUT" || fail "undo lib/gone: $(<"$OUT")"
assert_says "$OUT" "bring back $PWD/lib/gone "
guard undo --yes lib/gone >"$OUT" || fail "undo lib/gone: $(<"$OUT")"
assert_says "$OUT" "its folder was moved: $PWD/src is now $PWD/lib"
assert_content lib/gone "precious src/gone"
guard undo --yes src >"$OUT" || fail "undo src: $(<"$OUT")"
assert_untouched src/a.c src/b.c src/gone
# Given back already, the names of then still find what is left.
make moved-back
number=$(guard undo --list --session moved-back --json | python3 -c 'import json, sys
print([e["n"] for e in json.load(sys.stdin) if e["act"] == "rename"][0])')
guard undo --yes "moved-back:$number"
guard undo --yes src/a.c >"$OUT" || fail "undo src/a.c: $(<"$OUT")"
assert_silent "$OUT" "was moved"
assert_untouched src/a.c
# A file of its own, changed before and after the move.
precious one
guard_run --on-ask deny --session file -- bash -c 'echo x >>one; mv one two; echo y >>two'
guard undo --yes one >"$OUT" || fail "undo one: $(<"$OUT")"
assert_untouched one
assert_missing two
# A folder that came back to where it was has not moved.
precious away/a away/gone
guard_run --on-ask deny --session away -- bash -c 'rm away/gone; mv away else; echo two >else/a; mv else away'
for name in away/a away/gone; do
  guard undo --yes "$name" >"$OUT" || fail "undo $name: $(<"$OUT")"
  assert_says "$OUT" "restored 1 file;"
  assert_silent "$OUT" "was moved"
  assert_untouched "$name"
done
