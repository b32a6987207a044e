# SPDX-License-Identifier: Apache-2.0
# Writes that no call of the program makes stay below the roots. The only known write of that kind
# is the kernel's core dump, and CMD starts without: a build that can switch that off (./dev proofs)
# shows it. B.
. "$LIB/case.sh"
needs_landlock_roots
[[ $(</proc/sys/kernel/core_pattern) == core ]] || skip "core dumps go elsewhere: $(</proc/sys/kernel/core_pattern)"
weak=${GUARD_WEAKEN:+$GUARD_WEAKEN,}core-limit
away=$CASE_ROOM/home/away
precious "$away/core" "$away/without/core"
crash='ulimit -c unlimited; cd "$0" && bash -c "kill -SEGV \$\$"; true'
# Without roots the kernel writes it: what is seen below is the roots' doing.
GUARD_WEAKEN=$weak guard_run --landlock off -- bash -c "$crash" "$away/without"
[[ $(head -c 8 "$away/without/core") != precious ]] || skip "this build of guard leaves no core dumps"
GUARD_WEAKEN=$weak guard_run --landlock on -- bash -c "$crash" "$away"
assert_untouched "$away/core"
GUARD_WEAKEN=$weak guard_run --landlock on -- bash -c "$crash" .
assert_exists core
