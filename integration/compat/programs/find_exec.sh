# SPDX-License-Identifier: Apache-2.0
# find with -exec, -execdir, -delete of its own, -ok without a terminal, printf, over many files.
# packages: findutils
# needs: find xargs
# quick
work() {
  mkdir -p t/{a,b}/{c,d} && for i in $(seq 60); do : >"t/a/c/f $i"; done
  find t -type f -exec chmod 600 {} + && find t -type f -name '*1' -exec mv {} {}.x \; && find t -name '*.x' -execdir touch -d 2001-01-01 {} \;
  find t -type f -name '*2' -delete && find t -empty -type d -delete && find t -printf '%y %m %p\n' | sort | head -20
}
