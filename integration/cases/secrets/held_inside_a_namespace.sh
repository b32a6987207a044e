# SPDX-License-Identifier: Apache-2.0
# A bind mount in a namespace of the tree's own is another way to the same object, and held.
. "$LIB/case.sh"
. "$LIB/namespaces.sh"
echo TOKEN=canary >.env
mkdir mnt
guard_run --landlock off --quiet --on-ask deny -- unshare --user --map-root-user --mount python3 -c '
import ctypes
open("mnt/file", "w").close()
libc = ctypes.CDLL(None, use_errno=True)
assert libc.mount(b".env", b"mnt/file", None, 4096, None) == 0, ctypes.get_errno()
print("mounted", flush=True)
print(open("mnt/file").read())'
assert_says "$OUT" mounted
assert_status_not 0
assert_silent "$OUT" canary
grep -q 'guard: denied read' "$ERR" || fail "it was not judged"
