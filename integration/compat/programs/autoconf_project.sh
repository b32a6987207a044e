# SPDX-License-Identifier: Apache-2.0
# autoreconf, configure, make, make check, make install into a folder, make dist.
# packages: autoconf automake make gcc
# needs: autoreconf automake make gcc
# leave-out: config.log config.status autom4te.cache .tar.gz Makefile .deps config.cache stamp-h1
# output: any
# timeout: 180
setup() {
  printf 'AC_INIT([p],[1])\nAM_INIT_AUTOMAKE([foreign])\nAC_PROG_CC\nAC_CHECK_FUNCS([memmove strdup])\nAC_CONFIG_HEADERS([config.h])\nAC_CONFIG_FILES([Makefile])\nAC_OUTPUT\n' >configure.ac
  printf 'bin_PROGRAMS = p\np_SOURCES = p.c\nTESTS = p\n' >Makefile.am
  printf '#include "config.h"\nint main(void) { return !HAVE_STRDUP; }\n' >p.c
}
work() {
  autoreconf -i && mkdir out && cd out && ../configure --prefix=/usr --disable-dependency-tracking
  make && make check && make install DESTDIR="$PWD/root" && make dist && tar tzf p-1.tar.gz | sort
  make distclean
}
