#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install.sh [--prefix DIR] [--check]: puts guard below DIR: /usr/local for root, else ~/.local. With
# --check it only says whether guard runs here. bin/guard runs from where it was unpacked, too.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
prefix=
check_only=no

die() {
  printf 'install.sh: %s\n' "$1" >&2
  exit "${2:-1}"
}

while [ $# -gt 0 ]; do
  case $1 in
  --prefix)
    [ $# -ge 2 ] || die "--prefix needs a folder" 2
    prefix=$2
    shift
    ;;
  --check) check_only=yes ;;
  -h | --help)
    sed -n '3,4s/^# //p' "$0"
    exit 0
    ;;
  *) die "unknown word: $1 (install.sh [--prefix DIR] [--check])" 2 ;;
  esac
  shift
done

[ "$(uname -s)" = Linux ] || die "guard runs on Linux alone"
[ "$(uname -m)" = @MACHINE@ ] || die "this guard is for @MACHINE@, and this machine is $(uname -m)"
# The program that loads guard; a system with another C library (musl, as Alpine) has none.
[ -e @LOADER@ ] || die "guard needs the GNU C library, and this system has another one (musl?): use a system with it, or a container of one"
said=$("$here/bin/guard" --version 2>&1) ||
  die "guard does not start here: $said (it needs glibc @GLIBC@ or newer)"
[ "$check_only" = no ] || {
  printf '%s runs here\n' "$said"
  exit 0
}

if [ -z "$prefix" ]; then
  if [ "$(id -u)" = 0 ]; then prefix=/usr/local; else prefix=$HOME/.local; fi
fi
mkdir -p "$prefix"
cp -R "$here/bin" "$here/lib" "$here/share" "$prefix/"
printf '%s is in %s\n' "$said" "$prefix/bin"
case :$PATH: in
*":$prefix/bin:"*) ;;
*) printf 'add %s to PATH\n' "$prefix/bin" ;;
esac
