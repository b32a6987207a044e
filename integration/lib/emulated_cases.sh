#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Process 1 of integration/emulated's machine: what an init system would set up, then guard's doctor, a first run and
# the cases, told on the second serial port. Never returns: the machine is switched off.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root
here=/guard/integration
guard=/guard/build/bin/guard

set_up() {
  mount -t proc proc /proc
  mount -t sysfs sys /sys
  mount -t securityfs security /sys/kernel/security
  mount -t cgroup2 cgroup /sys/fs/cgroup
  mkdir -p /dev/pts /dev/shm /dev/mqueue /lib/modules
  mount -t devpts -o gid=5,mode=620,ptmxmode=666 pts /dev/pts
  mount -t tmpfs -o mode=1777 shm /dev/shm
  mount -t mqueue mqueue /dev/mqueue
  mount -t tmpfs -o mode=755 run /run
  ln -sf /proc/self/fd /dev/fd
  ln -sf fd/0 /dev/stdin
  ln -sf fd/1 /dev/stdout
  ln -sf fd/2 /dev/stderr
  mount --bind /guard/modules /lib/modules
  mount --make-rshared /
  modprobe -a loop fuse tun
  ip link set lo up
  hostname emulated
  pwconv
  # As systemd sets them on every Debian.
  ulimit -Hn 524288
  sysctl -qw fs.protected_hardlinks=1 fs.protected_symlinks=1 fs.protected_fifos=1 fs.protected_regular=2 \
    kernel.pid_max=4194304
  useradd --create-home --shell /bin/bash guardtest # the user of integration/run
}

as() { # ACCOUNT COMMAND...
  local account=$1
  shift
  [[ $account == root ]] || set -- runuser -u guardtest -- env --chdir=/home/guardtest HOME=/home/guardtest "$@"
  setsid --wait "$@" </dev/null
}

first_contact() { # ACCOUNT
  printf '=== %s: guard doctor\n' "$1"
  as "$1" "$guard" doctor || echo "=== failed"
  printf '=== %s: guard run -- true\n' "$1"
  as "$1" "$guard" run -- true || echo "=== failed"
}

cases() { # ACCOUNT
  local words
  mapfile -t words </guard/words
  printf '=== %s: cases\n' "$1"
  setsid --wait "$here/run" --build /guard/build --as "$1" "${words[@]}" </dev/null
}

told() {
  local account
  printf '=== Linux %s, %s, LSM %s\n' "$(uname -r)" "Debian $(</etc/debian_version)" \
    "$(</sys/kernel/security/lsm)"
  for account in $(</guard/accounts); do first_contact "$account"; done
  for account in $(</guard/accounts); do cases "$account"; done
  echo "=== end"
}

cd
set_up
stty -F /dev/ttyS1 raw -echo
told >/dev/ttyS1 2>&1
sync
busybox poweroff -f
