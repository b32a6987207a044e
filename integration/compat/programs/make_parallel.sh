# SPDX-License-Identifier: Apache-2.0
# make -j with a job server across sub-makes, errors with -k, deletion of a half-made target.
# packages: make gcc
# needs: make gcc
setup() {
  mkdir s && for i in $(seq 30); do echo "int f$i(void) { return $i; }" >"s/f$i.c"; done
  printf 'all: $(patsubst %%.c,%%.o,$(wildcard s/*.c))\n\t$(MAKE) -C s sub\n%%.o: %%.c\n\tgcc -c -o $@ $<\n.DELETE_ON_ERROR:\nbroken:\n\techo half >$@; false\nclean:\n\trm -f s/*.o s/lib.a\n' >Makefile
  printf 'sub: lib.a\nlib.a: $(wildcard *.o)\n\tar rcsD $@ $^\n' >s/Makefile
}
work() { make -s -j3 && make -s -j2 clean && make -s -j3 && ! make -s -k broken 2>/dev/null; ls; }
