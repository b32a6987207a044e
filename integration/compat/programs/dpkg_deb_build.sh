# SPDX-License-Identifier: Apache-2.0
# dpkg-deb: build, list, extract, control; owners kept as told.
# packages: dpkg
# needs: dpkg-deb
setup() { mkdir -p p/DEBIAN p/usr/share/p && printf 'Package: p\nVersion: 1\nArchitecture: all\nMaintainer: a <a@example.org>\nDescription: p\n' >p/DEBIAN/control && echo x >p/usr/share/p/f && touch -d 2001-01-01 p/usr/share/p/f; }
work() {
  export SOURCE_DATE_EPOCH=978307200
  dpkg-deb --root-owner-group --build p p.deb && dpkg-deb -c p.deb | awk '{print $1, $2, $NF}' && dpkg-deb -x p.deb x && dpkg-deb -e p.deb x/DEBIAN && dpkg-deb -f p.deb Version && diff -r p x
}
