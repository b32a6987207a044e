# SPDX-License-Identifier: Apache-2.0
# timeout: 300
# What is written right after guard run, or guard undo, has returned is a conflict of undo: it is not lost. W41.
. "$LIB/case.sh"
with_undo
kept=0
for ((i = 0; i < 50; i++)); do
  printf 'before\n' >notes.txt
  "$GUARD" run --quiet --session "cf$i" -- bash -c 'echo x > notes.txt'
  echo mine >>notes.txt
  status=0
  guard undo --session "cf$i" --yes >"$OUT" 2>"$ERR" || status=$?
  [[ $status != 0 ]] || fail "run $i: no conflict"
  [[ $(<notes.txt) == $'x\nmine' ]] || fail "run $i: notes.txt is: $(<notes.txt)"
  kept=$((kept + 1))
done
[[ $kept == 50 ]] || fail "only $kept were tried"

# The same behind an undo that is to be undone.
for ((i = 0; i < 10; i++)); do
  printf 'before\n' >notes.txt
  "$GUARD" run --quiet --session "un$i" -- bash -c 'echo x > notes.txt'
  guard undo --session "un$i" --yes >"$OUT" 2>"$ERR"
  echo mine >>notes.txt
  back=$(grep -o 'undo-[0-9a-f]*' "$OUT" "$ERR" | head -1 | sed 's/.*://')
  [[ -n $back ]] || fail "the undo has no name"
  ! guard undo --session "$back" --yes >"$OUT" 2>"$ERR" || fail "undo $i: no conflict"
  [[ $(<notes.txt) == $'before\nmine' ]] || fail "undo $i: notes.txt is: $(<notes.txt)"
done

# Nothing but the session: nobody is asked.
printf 'before\n' >notes.txt
"$GUARD" run --quiet --session own -- bash -c 'echo x > notes.txt'
guard undo --session own --yes >"$OUT" 2>"$ERR" || fail "the session's own change is a conflict"
[[ $(<notes.txt) == before ]] || fail "it was not given back"
