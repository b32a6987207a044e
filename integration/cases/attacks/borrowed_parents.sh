# SPDX-License-Identifier: Apache-2.0
# A process that is the child of a secret's owner by number alone owns nothing: one that was forked
# before its parent became the owner, one that fell to the owner when its own parent ended. Nor may
# a process tell the kernel another story of its memory.
. "$LIB/case.sh"
mkdir -p "$HOME/.ssh" && chmod 700 "$HOME/.ssh"
ssh-keygen -q -t ed25519 -N '' -f "$HOME/.ssh/id_ed25519"
owner=$(readlink -f "$(command -v ssh-keygen)")
for how in older adopted; do
  guard_run --on-ask deny -- "$PROGRAMS/borrowed_parent" "$how" "$HOME/.ssh/id_ed25519" "$owner" -y
  assert_says "$OUT" "child of $owner: 1"
  assert_says "$OUT" "open: EPERM"
  assert_silent "$OUT" OPENSSH
done
assert_recorded "r['act'] == 'read' and r['decision'] == 'deny'"

guard_run --on-ask deny -- python3 -c '
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
map_size, size = 15, ctypes.c_uint()  # PR_SET_MM_MAP_SIZE: asks, and sets nothing
print(libc.prctl(35, map_size, ctypes.byref(size), 0, 0), os.strerror(ctypes.get_errno()))'
assert_content "$OUT" "-1 Operation not permitted"
