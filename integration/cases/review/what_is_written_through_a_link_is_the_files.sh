# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# A file is changed through a further hard link that goes again: the review tells it of the file, blame names the command, and an undo
# of the file's path gives it back. A link that stays, or was moved, is told beside.
. "$LIB/case.sh"
with_undo
make() { # SESSION SCRIPT
  rm -rf src lib zz yy
  mkdir src
  printf 'one\ntwo\n' >src/a.c
  echo bee >src/b.c
  guard_run --on-ask allow --session "$1" -- bash -c "$2"
  assert_status 0
  wait_for_closing
}
listed() { # SESSION LINE...
  guard review "$1" >"$OUT"
  [[ $(grep -v '^session' "$OUT") == "$(printf '%s\n' "${@:2}")" ]] || fail "the list of $1: $(<"$OUT")"
}
is_back() {
  [[ $(<src/a.c) == $'one\ntwo' && $(<src/b.c) == bee && ! -e zz && ! -e yy && ! -e lib ]] || fail "$1: $(ls . src; cat "$OUT")"
}
all_back() {
  guard undo --session "$1" --all --yes >"$OUT" 2>&1 || fail "all of $1: $(<"$OUT")"
  is_back "all of $1"
}
make gone 'ln src/a.c zz; dd if=/dev/zero of=zz bs=1 count=1 seek=8 conv=notrunc status=none; rm zz'
listed gone 'M  src/a.c | binary: 8 B -> 9 B'
guard review gone --by-command >"$OUT"
assert_says "$OUT" "1  dd "
make text 'ln src/a.c zz; echo more >>zz; chmod 600 zz; rm zz'
listed text 'M  src/a.c | +1; mode 0644 -> 0600'
guard blame src/a.c >"$OUT"
grep ') more' "$OUT" | grep -q '^text' || fail "blame: $(<"$OUT")"
guard undo src/a.c --yes >"$OUT" 2>&1 || fail "undo of the path: $(<"$OUT")"
is_back "the path"
guard undo --session "$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)" --yes >"$OUT" 2>&1 || fail "back: $(<"$OUT")"
assert_content src/a.c $'one\ntwo\nmore'
guard review text --discard src/a.c --yes >"$OUT" 2>&1 || fail "discard: $(<"$OUT")"
is_back "the discard"
make stays 'ln src/a.c zz; echo more >>zz'
listed stays 'M  src/a.c | +1' 'A  zz | +3'
guard blame src/a.c >"$OUT"
grep ') more' "$OUT" | grep -q '^stays' || fail "blame: $(<"$OUT")"
guard review stays --discard src/a.c --yes >"$OUT" 2>&1 || fail "discard: $(<"$OUT")"
assert_content zz $'one\ntwo'
all_back stays
make nothing 'ln src/a.c zz; rm zz'
listed nothing
all_back nothing
make folder 'mv src lib; ln lib/a.c zz; mv zz yy; echo more >>yy; rm yy'
listed folder 'R  src/ -> lib/' 'M  src/a.c -> lib/a.c | +1'
guard undo lib/a.c --yes >"$OUT" 2>&1 || fail "undo below the folder: $(<"$OUT")"
assert_content lib/a.c $'one\ntwo'
all_back folder
make moved 'ln src/a.c zz; mv src/a.c src/q.c; echo more >>zz; rm zz'
listed moved 'R  src/a.c -> src/q.c | +1'
guard undo src/q.c --yes >"$OUT" 2>&1 || fail "undo of the moved file: $(<"$OUT")"
is_back "the moved file"
make anew 'ln src/a.c zz; sed -i s/two/TWO/ src/a.c; echo more >>zz; rm zz'
listed anew 'M  src/a.c | +1 -1'
all_back anew
make name 'ln src/a.c zz; mv zz yy'
listed name 'A  yy | +2'
guard review name --discard yy --yes >"$OUT" 2>&1 || fail "discard of the name: $(<"$OUT")"
is_back "the moved name"
make over 'ln src/a.c zz; mv -f zz src/b.c; echo more >>src/a.c'
guard undo src/b.c --yes >"$OUT" 2>&1 || fail "undo of what it took: $(<"$OUT")"
assert_content src/b.c bee
assert_content src/a.c $'one\ntwo\nmore'
all_back over
