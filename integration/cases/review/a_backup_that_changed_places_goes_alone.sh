# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# A file is moved to a backup, written anew, and the two change places: the backup is what the session made. Each name means itself, in
# whatever order they are discarded, the undo of a discard gives it again, and an undo of all leads to before.
. "$LIB/case.sh"
with_undo
acts="python3 -B $LIB/random_places.py act"
make() { # SESSION BEFORE
  rm -f f f~
  echo old >f
  guard_run --session "$1" --on-ask allow -- sh -c "$2; $acts backup:f:new swap:f:f~"
  assert_status 0
  wait_for_closing
}
discard() { # SESSION NAME
  guard review "$1" "$2" --discard --yes >"$OUT" 2>&1 || fail "$1: discard $2: $(<"$OUT")"
}
is_before() {
  guard undo --session "$1" --all --yes >"$OUT" 2>&1 || fail "$1: all: $(<"$OUT")"
  [[ $(ls) == f && $(<f) == old ]] || fail "$1: all leads to: $(tail -n 9 ./*)"
}
make unchanged :
guard review unchanged >"$OUT"
[[ $(<"$OUT") == "A  f~ | +2
session unchanged: 1 made" ]] || fail "the list: $(<"$OUT")"
status=0
guard review unchanged f --discard --yes >"$OUT" 2>&1 || status=$?
assert_status 1
assert_exists f~
discard unchanged f~
[[ $(ls) == f && $(<f) == old ]] || fail "the backup alone: $(tail -n 9 ./*)"
is_before unchanged
make changed 'echo edit >>f'
discard changed f
[[ $(<f) == old && $(<f~) == "old
edit
new" ]] || fail "the file alone: $(tail -n 9 ./*)"
guard undo --session "$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)" --yes >"$OUT" 2>&1 || fail "the undo of it: $(<"$OUT")"
[[ $(<f) == "old
edit" ]] || fail "the undo of it: $(tail -n 9 ./*)"
discard changed f~
[[ $(ls) == f && $(<f) == "old
edit" ]] || fail "the backup alone: $(tail -n 9 ./*)"
is_before changed
make both 'echo edit >>f'
discard both f
discard both f~
is_before both
