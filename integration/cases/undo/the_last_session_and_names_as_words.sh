# SPDX-License-Identifier: Apache-2.0
# guard undo alone shows what the last session changed, and asks; --last is a name for it. An undo is no last
# session, so the same word again undoes no other one. The name of a session is a word like a path: where there is a
# path of that name it means the path, where a session had one it means neither.
. "$LIB/case.sh"
with_undo
precious a b kept/c
ends() { # STATUS WORD...
  local wanted=$1 status=0
  shift
  "$GUARD" undo "$@" >"$OUT" 2>"$ERR" </dev/null || status=$?
  [[ $status == "$wanted" ]] || fail "undo $* ended with $status: $(cat "$OUT" "$ERR")"
}
ends 1
assert_says "$ERR" "no session changed anything that is kept"
guard_run --session one -- rm a
guard_run --session two -- rm b
guard_run --session idle -- true

# Nobody is there to ask. A variable that was not set is not everything.
ends 3
assert_says "$OUT" "the last session: two "
assert_says "$OUT" "bring back $PWD/b"
assert_says "$ERR" "nobody is there to ask; --last --yes gives it back"
ends 2 --yes
assert_says "$ERR" "--last"
ends 2 --last a
ends 0 --last --list
grep -q 'delete .*/b ' "$OUT" || fail "the acts of the last one: $(<"$OUT")"
assert_missing a b
asked() { # ANSWER SHOWN
  PYTHONPATH=$LIB python3 -B -c '
import sys
from terminal import Terminal
shell = Terminal([sys.argv[1], "undo"])
shell.expect("bring back")
shell.expect("Give back 1 file of session two? [y/N]")
shell.send(sys.argv[2] + "\n")
shell.expect(sys.argv[3])
shell.close()' "$GUARD" "$1" "$2"
}
asked "" "nothing was done"
assert_missing a b
asked y "restored 1 file; to revert: guard undo --session undo-"
assert_untouched b
assert_missing a
ends 0 --last --yes
assert_says "$OUT" "1 file was given back by undo-"
assert_missing a

# A name as a word.
mkdir one
ends 1 one --yes
assert_says "$ERR" "a session is called one: guard undo --session one"
rmdir one
ends 0 one --yes
assert_untouched a
guard_run --on-ask allow --session kept -- rm -rf kept
assert_missing kept
ends 2 kept --yes
assert_says "$ERR" "a session is called kept, and something was that a session changed"
ends 0 ./kept --yes
assert_untouched kept/c

# The list has the newest first, and folds undos of undos.
precious d
guard_run --session four -- rm d
ends 0 --last --yes
undo=$(grep -o 'undo-[0-9a-f]*' "$OUT")
ends 0 --list
[[ $(sed -n 2p "$OUT") == "$undo "*"(undo of four)"* ]] || fail "the newest is not first: $(<"$OUT")"
ends 0 --session "$undo" --yes
assert_missing d
again=$(grep -o 'undo-[0-9a-f]*' "$OUT")
ends 0 --list
[[ $(sed -n 2p "$OUT") == "four "* ]] || fail "the newest is not first: $(<"$OUT")"
assert_silent "$OUT" "$again"
assert_says "$OUT" "(1 undo of an undo, "
ends 0 --list --all
assert_says "$OUT" "$again"
ends 0 --list --json
python3 -c 'import json, sys; assert json.load(sys.stdin)[-1]["session"] == sys.argv[1]' "$again" <"$OUT"

# The last session is one that worked here: a script of one project takes back no work of another.
mkdir "$CASE_ROOM/other"
(cd "$CASE_ROOM/other" && echo work >kept && guard_run --session elsewhere -- bash -c 'echo more >>kept')
mkdir -p "$CASE_ROOM/third/below"
(cd "$CASE_ROOM/third" && ends 1 --last --yes)
assert_says "$ERR" "no session that worked here changed anything that is kept; the last one that did is elsewhere, in $CASE_ROOM/other"
[[ $(<"$CASE_ROOM/other/kept") == work$'\n'more ]] || fail "another project's work was taken back"
(cd "$CASE_ROOM" && ends 3)
assert_says "$OUT" "the last session: elsewhere "
