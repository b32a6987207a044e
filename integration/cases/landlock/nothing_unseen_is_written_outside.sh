# SPDX-License-Identifier: Apache-2.0
# What no call of the program does, the kernel's core dump, stays below the roots. B.
. "$LIB/case.sh"
[[ $(</proc/sys/kernel/core_pattern) == core ]] || skip "core dumps go elsewhere: $(</proc/sys/kernel/core_pattern)"
away=$CASE_ROOM/home/away
precious "$away/core"
crash='ulimit -c unlimited; cd "$0" && bash -c "kill -SEGV \$\$"; true'
guard_run --landlock on -- bash -c "$crash" "$away"
assert_untouched "$away/core"
# Below a root, and without roots, the kernel writes it: what is seen above is the roots' doing.
guard_run --landlock on -- bash -c "$crash" .
assert_exists core
guard_run --landlock off -- bash -c "$crash" "$away"
[[ $(head -c 8 "$away/core") != precious ]] || fail "without roots nothing was dumped either: nothing is proved"
