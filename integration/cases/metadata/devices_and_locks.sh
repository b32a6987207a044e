# SPDX-License-Identifier: Apache-2.0
# Device nodes, immutable files, capabilities, freezing: asked or refused, also for root.
. "$LIB/case.sh"
precious src.c
guard_run --on-ask deny -- mknod fifo p
assert_status 0
guard_run --on-ask deny -- python3 -c 'import os; os.mknod("plain", 0o644)'
assert_status 0
for mode in 'stat.S_IFDIR' '0o170000'; do
  same_as_bare '' python3 -c "
import os, stat
try: os.mknod('x', $mode)
except OSError as error: print(error.errno)"
done
# Freezing and volumes: nobody, whatever the descriptor.
guard_run --on-ask deny -- python3 -c '
import fcntl, os
fd = os.open(".", os.O_RDONLY)
for request in (0xC0045877, 0xC0045878, 0x5000940F, 0x8004587D, 0x2285):
    try: fcntl.ioctl(fd, request, b"\0" * 8); print("done")
    except OSError as error: print(error.errno)'
assert_content "$OUT" $'1\n1\n1\n1\n1'
[[ $(id -u) -eq 0 ]] || exit 0
guard_run --on-ask deny -- python3 -c 'import os, stat; os.mknod("disk", stat.S_IFBLK | 0o600, os.makedev(8, 0))'
assert_status_not 0
assert_says "$ERR" "(rule fs.device"
assert_missing disk
guard_run --on-ask deny -- python3 -c 'import os, stat; os.mknod("null", stat.S_IFCHR | 0o666, os.makedev(1, 3)); os.mknod("gone", stat.S_IFCHR, 0)'
assert_status 0
guard_run --on-ask deny -- python3 -c 'import os; os.setxattr("src.c", "security.capability", bytes.fromhex("0100000200040000000000000000000000000000"))'
assert_status_not 0
assert_says "$ERR" "(rule fs.metadata.rights"
[[ -z $(getcap src.c 2>/dev/null) ]] || fail "src.c has a capability"
lsattr -d src.c >/dev/null 2>&1 || skip "no file flags here"
guard_run --on-ask deny -- bash -c 'echo x >mine; exec 3<mine; python3 -c "
import fcntl, struct
fcntl.ioctl(3, 0x40086602, struct.pack(\"l\", 0x10))"'
assert_status_not 0
assert_says "$ERR" "chattr +i"
[[ $(lsattr -d mine) != *i*mine ]] || { chattr -i mine; fail "mine is immutable"; }
