# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# A process that is killed while a thread of it execs leaves nothing behind that would hold up who
# gets its number next. With 400 numbers in all they come again at once; the limit is one of the pid
# namespace's own since Linux 6.14.
. "$LIB/case.sh"
[[ $(id -u) -eq 0 ]] || skip "a pid namespace with few numbers needs root"
few_numbers() { # COMMAND...
  unshare --pid --fork --mount-proc bash -c 'echo 400 >/proc/sys/kernel/pid_max && exec "$@"' - "$@"
}
outside=$(</proc/sys/kernel/pid_max)
few_numbers true || skip "this kernel has no pid_max of a namespace's own"
[[ $(</proc/sys/kernel/pid_max) == "$outside" ]] || fail "the machine's own limit was changed"

status=0
few_numbers timeout 60 "$GUARD" run -- "$PROGRAMS/killed_execs" 150 600 \
  >"$OUT" 2>"$ERR" </dev/null || status=$?
assert_status 0
assert_says "$OUT" "all ran"
