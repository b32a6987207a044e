# SPDX-License-Identifier: Apache-2.0
# perl: rename, unlink, sockets of pairs, fork, in-place editing.
# packages: perl
# needs: perl
# quick
setup() { seq 5 >f; }
work() {
  perl -e 'open(F, ">g") or die; print F "x" x 1000; close F; rename "g", "h" or die; utime 1, 2, "h"; chmod 0600, "h"; symlink "h", "l"; link "h", "k"; mkdir "d"; rmdir "d"; print join(" ", map { -s $_ } "h", "k", "l"), "\n"; unlink "k" or die; truncate "h", 10;'
  perl -i.bak -pe 's/^/> /' f && cat f f.bak
  perl -MSocket -e 'socketpair(my $a, my $b, AF_UNIX, SOCK_STREAM, PF_UNSPEC); if (!fork) { syswrite $b, "from child\n"; exit 3 } sysread $a, my $t, 100; print $t; wait; print $? >> 8, "\n"'
}
