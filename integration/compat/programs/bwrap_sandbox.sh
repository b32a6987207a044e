# SPDX-License-Identifier: Apache-2.0
# bubblewrap: a sandbox with its own mounts and pids; writes in what is bound for writing.
# packages: bubblewrap
# needs: bwrap
# options: --landlock off --quiet
usable() { bwrap --ro-bind / / true 2>/dev/null || { echo "no user namespaces to be had"; return 1; }; }
setup() { mkdir rw ro t && echo x >ro/f && echo y >rw/g; }
work() {
  bwrap --ro-bind / / --bind "$PWD/rw" "$PWD/rw" --dev /dev --proc /proc --tmpfs "$PWD/t" --unshare-user --unshare-pid --unshare-ipc --die-with-parent bash -ec 'echo in >rw/n; rm rw/g; ! echo no 2>/dev/null >ro/f; echo t >t/t; ls t; id -u'
  ls rw ro
}
