# SPDX-License-Identifier: Apache-2.0
# Build a project that was there before the session: new and overwritten outputs ask nothing.
# timeout: 120
. "$LIB/case.sh"
command -v cc >/dev/null || skip "no C compiler here"
mkdir src build
for i in 1 2 3; do echo "int f$i(void) { return $i; }" >"src/f$i.c"; done
printf 'all: build/f1.o build/f2.o build/f3.o\nbuild/%%.o: src/%%.c\n\tcc -c -o $@ $<\nclean:\n\trm -rf build/*.o\n' >Makefile
make -s
touch src/*.c
# All of it is made anew, so all of it is the session's own when clean deletes it.
guard_run --on-ask deny -- bash -c 'make -s -B -j2 && make -s clean && make -s'
assert_status 0
assert_exists build/f1.o build/f3.o
assert_nothing_asked
