# SPDX-License-Identifier: Apache-2.0
# An approved `sudo apt-get install` installs into a root of its own what it installs without guard; its question
# names the package, which is a file of this user's (tier 3), and what it wrote belongs to root.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
for tool in apt-get dpkg-deb; do command -v "$tool" >/dev/null || skip "no $tool here"; done
mkdir -p package/DEBIAN package/opt
printf 'Package: guard-made\nVersion: 1\nArchitecture: all\nMaintainer: x <x@example.org>\nDescription: x\n' >package/DEBIAN/control
echo content >package/opt/file
dpkg-deb --root-owner-group -b package made.deb >/dev/null
new_root() { # NAME
  mkdir -p "$1"/{etc/apt/{sources.list.d,preferences.d},var/lib/dpkg/{info,updates,triggers},var/lib/apt/lists/partial}
  mkdir -p "$1"/var/{cache/apt/archives/partial,log/apt}
  : >"$1/var/lib/dpkg/status"
}
install_into() { # ROOT
  local root=$PWD/$1
  printf 'sudo apt-get -y -q=2 -o Dir=%s -o Dir::Bin::dpkg=/usr/bin/dpkg -o Dir::Bin::methods=/usr/lib/apt/methods ' "$root"
  printf -- '-o Dir::State::status=%s/var/lib/dpkg/status -o DPkg::Options::=--root=%s ' "$root" "$root"
  printf -- '-o APT::Sandbox::User=root -o Debug::NoLocking=1 install ./made.deb </dev/null; echo "status $?"\n'
}
new_root bare
new_root guarded
install_into bare >script
bash script >bare_output 2>bare_errors
install_into guarded >script
start_guarded --policy "$WITH_SUDO" -- bash script
wait_for_question
[[ $QUESTION == *made.deb* && $QUESTION == *DEPS_INSTALL_UPDATE* && $QUESTION == *'"runs_outside": true'* ]] || fail "$QUESTION"
guard approve "$question_id" --confirm CONFIRM >/dev/null
finish_guarded
assert_says "$OUT" "status 0"
diff <(sed 's/bare/ROOT/g' bare_output) <(sed 's/guarded/ROOT/g' "$OUT") || fail "not as bare"
[[ $(stat -c %U guarded/opt/file) == root ]] || fail "$(ls -l guarded/opt)"
sudo rm -rf bare guarded
