#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Run by a devcontainer's build, as root: installs the package that $PACKAGE names, else the one that lies
# beside this script (`./dev package` makes them), in the way of its kind.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
die() {
  printf 'guard: %s\n' "$1" >&2
  exit 1
}

package=${PACKAGE:-}
if [ -z "$package" ]; then
  for file in "$here"/guard*.deb "$here"/guard*.rpm "$here"/guard-*.tar.gz; do
    [ ! -e "$file" ] || package=$file
  done
fi
[ -n "$package" ] || die "no package: put one of ./dev package beside install.sh, or name it by the option package"
[ -r "$package" ] || die "cannot read $package"

from_tarball() {
  room=$(mktemp -d)
  tar -xzf "$package" -C "$room"
  "$room"/guard-*/install.sh --prefix /usr/local
  rm -rf "$room"
}

case $package in
*.deb) apt-get install -y --no-install-recommends "$package" ;;
*.rpm) rpm -i "$package" ;;
*.tar.gz) from_tarball ;;
*) die "$package is none of .deb, .rpm and .tar.gz" ;;
esac
guard --version
