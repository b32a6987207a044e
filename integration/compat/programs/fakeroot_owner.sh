# SPDX-License-Identifier: Apache-2.0
# fakeroot: faked owners over a socket and a preloaded library.
# packages: fakeroot
# needs: fakeroot
# known: LD_PRELOAD into a shell asks: what a library does to a program is not judged
work() { fakeroot sh -ec 'echo x >f; chown 7:8 f; stat -c %u:%g f; tar cf t.tar f; tar tvf t.tar | cut -d" " -f2'; rm t.tar; }
