# SPDX-License-Identifier: Apache-2.0
# The line that a shell is at never makes names typed: a whole listing that `eval` was given is told as one. A
# line that did not lead to the program (in a trap) tells nothing.
. "$LIB/case.sh"
with_undo
precious s/1 s/2 s/3 s/4 s/5 s/6 word/a.txt
printf 'cd s\nset -- *\neval "rm -f $*"\n' >"$CASE_ROOM/listing.sh"
guard_run --on-ask deny -- bash "$CASE_ROOM/listing.sh"
assert_says "$ERR" "(rule fs.delete.wildcard)"
assert_untouched s/1 s/6
printf "cd word\ntrap 'rm -f a.txt' EXIT\ncat *.txt >/dev/null\n" >"$CASE_ROOM/trap.sh"
guard_run --on-ask deny -- bash "$CASE_ROOM/trap.sh"
assert_status 0
assert_missing word/a.txt
