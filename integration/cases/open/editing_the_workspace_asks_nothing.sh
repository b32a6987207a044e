# SPDX-License-Identifier: Apache-2.0
# Reading, building, editing inside the project: no question.
. "$LIB/case.sh"
with_undo
precious src/main.c notes.txt
guard_run --on-ask deny -- bash -c 'cat src/main.c >/dev/null; echo int x\; >>src/main.c; echo more >>notes.txt; sed -i s/more/less/ notes.txt; mkdir out; cp src/main.c out/; touch a; chmod +x a'
assert_status 0
assert_says notes.txt less
assert_nothing_asked
