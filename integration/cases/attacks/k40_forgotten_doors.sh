# SPDX-License-Identifier: Apache-2.0
# The newer twins of old calls, and the doors beside them, are not forgotten: mounts by the new calls,
# handles, keys, tracing from the kernel, modules, namespaces, clone3, chroot. Threats K40, K33.
. "$LIB/case.sh"
precious nest/egg
guard_run --on-ask allow --safe-mode off -- "$PROGRAMS/raw_calls"
! grep -vE ': (EPERM|ENOSYS)$' "$OUT" || fail "a door is open"
guard_run --on-ask allow --safe-mode off -- "$PROGRAMS/call_clone3"
assert_content "$OUT" "clone3: ENOSYS"
mkdir m
guard_run --on-ask allow --safe-mode off -- "$PROGRAMS/call_mount" m
if mountpoint -q m; then
  umount m
  fail "something is mounted"
fi
assert_content "$OUT" "mount: EPERM"
guard_run --on-ask deny -- unshare -Urm bash -c 'mount -t tmpfs none nest; rm -rf nest; chroot . /bin/true'
assert_untouched nest/egg
guard_run --on-ask deny -- python3 -c 'import threading; t = threading.Thread(target=print, args=("thread",)); t.start(); t.join()'
assert_content "$OUT" thread
