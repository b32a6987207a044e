# SPDX-License-Identifier: Apache-2.0
# timeout: 200
# A program keeps a backup: it moves the file away and writes another. An undo or a discard of the backup alone takes that name away
# and leaves the edit; one of the file alone gives the old text back, and the backup stays. Each is undone, and an undo of all still
# comes to its end.
. "$LIB/case.sh"
with_undo
last_undo() { grep -o 'undo-[0-9a-f]*' "$OUT" | head -1; }
make() { # SESSION SCRIPT
  rm -rf src
  mkdir src
  printf 'x one\ntwo\n' >src/a.c
  chmod 640 src/a.c
  guard_run --on-ask allow --session "$1" -- bash -c "$2"
  assert_status 0
  wait_for_closing
}
is_back() {
  [[ $(<src/a.c) == $'x one\ntwo' && $(stat -c %a src/a.c) == 640 && $(ls src) == a.c ]] || fail "$1: $(ls src; cat src/a.c; cat "$OUT")"
}
undo_it() { # WAY SESSION PATH
  if [[ $1 == undo ]]; then
    guard undo --yes "$3" >"$OUT" 2>&1 || fail "undo of $3: $(<"$OUT")"
  else
    guard review "$2" "$3" --discard --yes >"$OUT" 2>&1 || fail "discard of $3: $(<"$OUT")"
  fi
}
one='sed -i.bak s/x/y/ src/a.c'
vim='mv src/a.c src/a.c.bak; sed s/x/y/ src/a.c.bak >src/a.c; chmod 640 src/a.c'
twice='sed -i.bak s/one/uno/ src/a.c; sed -i.bak s/x/y/ src/a.c'
number=0
for script in "$one" "$vim" "$twice"; do
  for way in undo discard; do
    name="s$((++number))"
    make $name "$script"
    edit=$(<src/a.c) backup=$(<src/a.c.bak)
    undo_it $way $name src/a.c.bak
    assert_missing src/a.c.bak
    assert_content src/a.c "$edit"
    first=$(last_undo)
    guard review $name >"$OUT"
    assert_says "$OUT" "M  src/a.c | +1 -1"
    assert_silent "$OUT" a.c.bak
    guard undo --session "$first" --yes >"$OUT" 2>&1 || fail "the undo of it: $(<"$OUT")"
    assert_content src/a.c "$edit"
    assert_content src/a.c.bak "$backup"
    guard review $name --diff >"$OUT"
    assert_says "$OUT" "-x one"
    undo_it $way $name src/a.c.bak
    assert_missing src/a.c.bak
    guard undo --session $name --all --yes >"$OUT" 2>&1 || fail "all: $(<"$OUT")"
    is_back "all after the backup, $way, $script"
    guard undo --session "$(last_undo)" --yes >"$OUT" 2>&1 || fail "the undo of all: $(<"$OUT")"
    assert_content src/a.c "$edit"
    name="s$((++number))"
    make $name "$script"
    undo_it $way $name src/a.c
    assert_content src/a.c $'x one\ntwo'
    assert_content src/a.c.bak "$backup"
    [[ $(stat -c %a src/a.c) == 640 ]] || fail "its mode: $(stat -c %a src/a.c)"
    first=$(last_undo)
    guard review $name >"$OUT"
    assert_says "$OUT" "A  src/a.c.bak"
    assert_silent "$OUT" "M  src/a.c"
    guard undo --session "$first" --yes >"$OUT" 2>&1 || fail "the undo of it: $(<"$OUT")"
    assert_content src/a.c "$edit"
    assert_content src/a.c.bak "$backup"
    undo_it $way $name src/a.c
    guard undo --session $name --all --yes >"$OUT" 2>&1 || fail "all: $(<"$OUT")"
    is_back "all after the file, $way, $script"
  done
done
# A backup of before comes back.
make before "true"
echo old >src/a.c.bak
guard_run --on-ask allow --session older -- bash -c "$one"
wait_for_closing
guard undo --yes src/a.c.bak >"$OUT" 2>&1 || fail "the older backup: $(<"$OUT")"
assert_content src/a.c.bak old
assert_content src/a.c $'y one\ntwo'
guard undo --session older --all --yes >"$OUT" 2>&1 || fail "all: $(<"$OUT")"
assert_content src/a.c.bak old
assert_content src/a.c $'x one\ntwo'
