# SPDX-License-Identifier: Apache-2.0
# gdb on a small program: breakpoint, values, a changed variable, a core-less end, follow-exec.
# packages: gdb gcc
# needs: gdb gcc
# output: any
# known-ptrace: a process has one tracer, which is guard: a debugger in the tree gets EPERM
setup() { printf '#include <stdio.h>\nint n = 1;\nint add(int a) { return a + n; }\nint main(void) { FILE* f = fopen("out", "w"); fprintf(f, "%%d\\n", add(41)); return fclose(f); }\n' >p.c && gcc -g -o p p.c; }
work() { gdb -nx -q -batch -ex 'break add' -ex run -ex 'print a' -ex 'set var n = 2' -ex finish -ex continue ./p | grep -E '^\$|exited|Value' && cat out && ./p && cat out; }
