# SPDX-License-Identifier: Apache-2.0
# A C project of 200 files builds with make -j2: no question, the same files as bare.
# timeout: 180
. "$LIB/case.sh"
command -v cc >/dev/null || skip "no C compiler here"
cat >"$CASE_ROOM/generate" <<'SH'
set -e
mkdir -p src obj
for i in $(seq 200); do
  printf '#include <stdio.h>\nint f%d(int x) { return x + %d; }\n' "$i" "$i" >"src/f$i.c"
done
{
  for i in $(seq 200); do echo "int f$i(int);"; done
  echo '#include <stdio.h>'
  echo 'int main(void) { long s = 0;'
  for i in $(seq 200); do echo "s += f$i(1);"; done
  echo 'printf("%ld\n", s); return 0; }'
} >src/main.c
printf 'objects := $(patsubst src/%%.c,obj/%%.o,$(wildcard src/*.c))\nprogram: $(objects)\n\tcc -o $@ $^\nobj/%%.o: src/%%.c\n\tcc -O1 -MMD -c -o $@ $<\nclean:\n\trm -f program obj/*.o\n-include obj/*.d\n' >Makefile
SH
same_as_bare "bash '$CASE_ROOM/generate'" bash -c 'make -s -j2 && ./program && touch src/f7.c && make -s -j2 && ./program && make -s clean && ls obj | wc -l && make -s -j2'
assert_nothing_asked
