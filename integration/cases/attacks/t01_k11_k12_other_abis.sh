# SPDX-License-Identifier: Apache-2.0
# Acts through the i386 gate or by x32 numbers: the program is ended or refused. Threats 1, K11, K12.
. "$LIB/case.sh"
precious nest/egg
mkdir nest/empty
stand_in sudo
for abi in int80 x32; do
  for call in 'unlink nest/egg' 'rename nest/egg taken' 'link nest/egg taken' 'truncate nest/egg' 'creat nest/egg' \
    'open nest/egg' 'rmdir nest/empty' "execve bin/sudo"; do
    # shellcheck disable=SC2086
    guard_run --on-ask allow --safe-mode off -- "$PROGRAMS/other_abi" "$abi" $call
    assert_untouched nest/egg
    assert_exists nest/empty
    assert_missing taken
    assert_nothing_ran "$abi $call"
    # SIGSYS: the filter ended it. A kernel without that gate ends it too, in its own way.
    if [[ $abi == int80 ]]; then assert_status_not 0; else assert_says "$OUT" ENOSYS; fi
  done
done
guard_run --on-ask deny -- bash -c 'touch born; "$0" born; mkdir d; rmdir d' "$PROGRAMS/call_unlink"
assert_status 0
assert_missing born d
