# SPDX-License-Identifier: Apache-2.0
# packages: perl
# passed: PASS
# quick: *
# timeout: 900

build() {
  ./configure -q --disable-nls --disable-dependency-tracking CFLAGS=-O1
  make -s -j"$JOBS"
}

check() { make -k -j"$JOBS" check SUBDIRS=. VERBOSE=no; }

results() { automake_results .; }
