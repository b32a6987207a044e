# SPDX-License-Identifier: Apache-2.0
# A file that an editor moved to a backup, and wrote anew, is told as modified in the report of the session.
. "$LIB/case.sh"
with_undo
printf 'one\n' >saved && printf 'two\n' >moved
guard_run --session edits -- sh -c 'mv saved saved~; printf "one\nmore\n" >saved; rm saved~; mv moved elsewhere'
wait_for_closing
guard audit report edits >"$OUT"
grep -qE '^ *saved +1 modified' "$OUT" || fail "the report: $(<"$OUT")"
! grep -qE '^ *moved +' "$OUT" || fail "what only moved is told as written: $(<"$OUT")"
