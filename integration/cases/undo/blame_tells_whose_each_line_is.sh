# SPDX-License-Identifier: Apache-2.0
# guard blame: each line of a file with the session and the command that wrote it, over sessions, moves and undos; what was there
# before, and what somebody outside wrote, is nobody's of guard. It names who approved.
# timeout: 120
. "$LIB/case.sh"
with_undo
owners() { # FILE: of each line its command, "-" for before, "?" in front where it may be another's
  guard blame --json "$1" | python3 -B "$LIB/line_owners.py" command
}
are() { # FILE OWNER...
  [[ $(owners "$1") == "$(printf '%s\n' "${@:2}")" ]] || fail "of $1: $(owners "$1"), not: ${*:2}"
}
printf 'one\ntwo\nthree\n' >f
are f - - -
guard blame f >"$OUT"
assert_says "$OUT" "nobody under guard"
guard_run -- bash -c 'sed -i s/two/TWO/ f; sed -i "1i zero" f; tee -a f <<<four >/dev/null; printf "made\n" | tee m >/dev/null'
are f "sed -i '1i zero' f" - "sed -i s/two/TWO/ f" - "tee -a f"
are m "tee m"
wait_for_closing
sleep 0.1
echo outside >>f
are f "sed -i '1i zero' f" - "sed -i s/two/TWO/ f" - "?tee -a f" "?tee -a f"
guard_run -- bash -c 'mv f g; sed -i s/three/3/ g; sed -i "\$a more" m'
are g "sed -i '1i zero' f" - "sed -i s/two/TWO/ f" "sed -i s/three/3/ g" "?tee -a f" "?tee -a f"
are m "tee m" "sed -i '\$a more' m"
# The report of a session says how much of it is left.
first=$(guard undo --list --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["session"])')
guard audit report "$first" >"$OUT"
assert_says "$OUT" "What is left of it"
assert_says "$OUT" "m  1 of 2 lines"
assert_says "$OUT" "g  4 of 6 lines, some perhaps another's"
# An undo takes what it gives back out of the way, and its own undo brings it again.
guard undo --last --yes >"$OUT" 2>&1
are f "sed -i '1i zero' f" - "sed -i s/two/TWO/ f" - "?tee -a f" "?tee -a f"
are m "tee m"
guard undo --session "$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)" --yes >"$OUT" 2>&1
are m "tee m" "sed -i '\$a more' m"
# The lines as they are, and who is meant.
guard blame --utc m >"$OUT"
grep -qE '^[a-z0-9]{8}  +[-0-9]+ [:0-9]+ tee m +1\) made$' "$OUT" || fail "line 1 is told as: $(<"$OUT")"
assert_says "$OUT" "made by tee m (of guard run -- bash -c"
guard blame --summary m g >"$OUT"
assert_says "$OUT" "$PWD/m"
assert_says "$OUT" "1 line  "
# The person who approved it.
mkdir -p ../outside.$$
trap 'rm -rf "$PWD"/../outside.$$' EXIT
echo old >../outside.$$/notes
start_guarded -- bash -c "sed -i s/old/new/ ../outside.$$/notes"
wait_for_question
guard approve "$question_id" >/dev/null
finish_guarded
wait_for_closing
guard blame ../outside.$$/notes >"$OUT"
assert_says "$OUT" "; approved by $(id -un), "
# No text, no file, a secret, nothing there.
head -c 100 /dev/zero >binary
guard_run -- bash -c 'truncate -s 50 binary'
guard blame binary >"$OUT"
assert_says "$OUT" "no text"
assert_says "$OUT" "truncate -s 50 binary"
echo TOKEN=one >.env
guard blame .env >"$OUT"
assert_silent "$OUT" TOKEN
assert_says "$OUT" "a secret's"
status=0
guard blame "$PWD" never 2>"$ERR" || status=$?
assert_status_not 0
assert_says "$ERR" "never: there is no such file"
assert_says "$ERR" "it is no file"
guard_run -- rm m
status=0
guard blame m 2>"$ERR" || status=$?
assert_status 1
assert_says "$ERR" "it is not there any more: rm m of session"
# Inside a session the store is out of reach.
guard_run -- "$GUARD" blame f
assert_status_not 0
