# SPDX-License-Identifier: Apache-2.0
# ccache with a cache of its own: a miss, a hit, and the same object.
# packages: ccache gcc
# needs: ccache gcc
# leave-out: cache
setup() { echo 'int f(void) { return 1; }' >f.c; }
work() { export CCACHE_DIR=$PWD/cache; for i in 1 2 3; do rm -f f.o; ccache gcc -c -o f.o f.c; done; ccache --print-stats | grep -E '^(direct_cache_hit|cache_miss)\b' | cut -f1,2; ccache -C >/dev/null; }
