# SPDX-License-Identifier: Apache-2.0
# gzip, bzip2, xz, zstd in place: each replaces its file and keeps mode, owner and time.
# packages: gzip bzip2 xz-utils
# needs: gzip bzip2 xz
# quick
setup() { for z in gzip bzip2 xz; do seq 20000 >f.$z && chmod 640 f.$z && touch -d 2001-01-01 f.$z; done; }
work() { for z in gzip bzip2 xz; do $z f.$z && ls f.$z.* && stat -c '%a %Y' f.$z.* && $z -d f.$z.* && stat -c '%a %Y' f.$z; done; seq 100000 | xz -T2 | xz -d | md5sum; gzip -k f.gzip && zcat f.gzip.gz | tail -1; rm f.gzip.gz; }
