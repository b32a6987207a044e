# SPDX-License-Identifier: Apache-2.0
# apt-get and dpkg as root, into a root of their own: install with its scripts, upgrade, remove, purge.
# packages: dpkg apt
# needs: dpkg apt-get
# as: root
# allow: command: [apt-get, dpkg]
# leave-out: root/var/log/ root/var/cache/ root/var/lib/apt/ info/ pkgcache status-old
# output: any
# timeout: 120
setup() {
  local version
  export SOURCE_DATE_EPOCH=978307200
  mkdir -p root/var/lib/dpkg/info root/var/lib/dpkg/updates root/var/log root/etc/apt/{apt.conf.d,preferences.d,sources.list.d} \
    root/var/lib/apt/lists/partial root/var/cache/apt/archives/partial root/tmp
  : >root/var/lib/dpkg/status
  : >root/etc/apt/sources.list
  for version in 1 2; do
    mkdir -p p$version/DEBIAN p$version/etc p$version/usr/share/p
    printf 'Package: p\nVersion: %s\nArchitecture: all\nMaintainer: a <a@example.org>\nDescription: p\n' "$version" >p$version/DEBIAN/control
    printf '/etc/p.conf\n' >p$version/DEBIAN/conffiles
    printf '#!/bin/sh\necho "$1 $2" >>"$DPKG_ROOT/said"\n' >p$version/DEBIAN/postinst
    chmod 755 p$version/DEBIAN/postinst
    echo "$version" >p$version/usr/share/p/f && echo "$version" >p$version/etc/p.conf
    dpkg-deb --root-owner-group --build p$version p$version.deb >/dev/null
  done
}
work() {
  local root=$PWD/root
  printf 'Dir "%s";\nDir::State::status "%s/var/lib/dpkg/status";\nDPkg::Options { "--root=%s"; "--force-script-chrootless"; "--log=%s/var/log/dpkg.log"; };\nAPT::Sandbox::User "root";\n' \
    "$root" "$root" "$root" "$root" >apt.conf
  export APT_CONFIG=$PWD/apt.conf DEBIAN_FRONTEND=noninteractive DPKG_ROOT=$root
  apt-get -o Dir::Bin::dpkg=/usr/bin/dpkg -y install ./p1.deb && cat root/usr/share/p/f
  apt-get -o Dir::Bin::dpkg=/usr/bin/dpkg -y install ./p2.deb && cat root/usr/share/p/f
  dpkg --root="$root" --force-script-chrootless -s p | grep Status
  apt-get -o Dir::Bin::dpkg=/usr/bin/dpkg -y purge p && ls -A root root/etc
}
