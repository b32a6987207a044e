# SPDX-License-Identifier: Apache-2.0
# gcc: shared and static libraries, LTO, dependencies, coverage, sanitizers, a core of nothing.
# packages: gcc binutils
# needs: gcc ar strip
# leave-out: .gcda .gcno /cov
# timeout: 120
# known-ptrace: LeakSanitizer traces its own process, which guard traces already: it says so and fails
setup() { printf 'int add(int a) { return a + 1; }\n' >l.c && printf '#include <stdio.h>\nint add(int);\nint main(void) { printf("%%d\\n", add(1)); return 0; }\n' >m.c; }
work() {
  gcc -shared -fPIC -o libl.so l.c && gcc -o dyn m.c -L. -ll '-Wl,-rpath,$ORIGIN' && ./dyn
  gcc -c -MMD l.c && ar rcsD libs.a l.o && gcc -static -o st m.c libs.a && ./st && gcc -flto -O2 -o lto m.c l.c && ./lto && strip lto && ./lto
  gcc --coverage -o cov m.c l.c && ./cov && gcc -save-temps -o tmp m.c l.c && ./tmp && gcc -fsanitize=address -o asan m.c l.c && ./asan
}
