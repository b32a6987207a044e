# SPDX-License-Identifier: Apache-2.0
# mount, chroot, unshare, io_uring, clone3, kernel modules and kin do not open a way out. 2, K33.
. "$LIB/case.sh"
guard_run --on-ask deny -- "$PROGRAMS/io_uring_setup"
assert_content "$OUT" "io_uring_setup: ENOSYS"
guard_run --on-ask deny -- "$PROGRAMS/call_clone3"
assert_content "$OUT" "clone3: ENOSYS"
mkdir m
guard_run --on-ask deny -- "$PROGRAMS/call_mount" m
assert_content "$OUT" "mount: EPERM"
guard_run --on-ask deny -- "$PROGRAMS/call_chroot" .
assert_content "$OUT" "chroot: EPERM"
[[ $(id -u) -ne 0 ]] || ! mountpoint -q m || fail "something is mounted"
precious nest/egg
guard_run --on-ask deny -- unshare -Urm bash -c 'mount -t tmpfs none nest; rm -rf nest; chroot . /bin/true'
assert_untouched nest/egg
guard_run --on-ask deny -- "$PROGRAMS/x32" nest/egg
guard_run --on-ask deny -- "$PROGRAMS/int80" nest/egg
assert_untouched nest/egg
