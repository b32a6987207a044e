# SPDX-License-Identifier: Apache-2.0
# valgrind: interprets a program, with calls of its own making.
# packages: valgrind gcc
# needs: valgrind gcc
# output: any
# timeout: 120
setup() { printf '#include <stdio.h>\nint main(void) { FILE* f = fopen("out", "w"); fputs("x", f); fclose(f); rename("out", "made"); return 0; }\n' >p.c && gcc -g -o p p.c; }
work() { valgrind -q --error-exitcode=9 ./p; ls; }
