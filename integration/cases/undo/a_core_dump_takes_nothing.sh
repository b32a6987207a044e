# SPDX-License-Identifier: Apache-2.0
# A core dump is written by the kernel over whatever has its name, and no call of the tree does it:
# there is none, whoever asks for it, under the name that a file was given for the purpose.
. "$LIB/case.sh"
[[ $(</proc/sys/kernel/core_pattern) == core ]] || skip "core dumps go elsewhere: $(</proc/sys/kernel/core_pattern)"
with_undo
mkdir w
cd w
printf 'precious\n' >notes
chmod 600 notes
cat >../crash.py <<'END'
import os, resource, signal, sys
for limits in (resource.RLIM_INFINITY, resource.RLIM_INFINITY), (1 << 30, 1 << 30):
    try:
        resource.setrlimit(resource.RLIMIT_CORE, limits)
    except (ValueError, OSError):
        pass
os.rename("notes", "core")
for pattern in "core", "core.%d":
    child = os.fork()
    if child == 0:
        os.kill(os.getpid(), signal.SIGSEGV)
    os.waitpid(child, 0)
END
guard_run --on-ask deny --session s -- python3 ../crash.py
assert_content core precious
[[ $(ls) == core ]] || fail "a core dump was written: $(ls)"
