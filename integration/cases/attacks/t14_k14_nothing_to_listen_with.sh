# SPDX-License-Identifier: Apache-2.0
# Where there is no listener to be had, one is taken already, its notifications cannot be received,
# or processes cannot be read or traced, guard does not start and says so: never a silent weaker mode.
# Threats 14, K14.
. "$LIB/case.sh"
for missing in 'listener' 'receive' 'ptrace' 'process_vm_readv' 'pidfd_getfd' 'ptrace process_vm_readv'; do
  status=0
  # shellcheck disable=SC2086
  timeout -k 1 30 "$PROGRAMS/outer_filter" $missing -- "$GUARD" run -- touch ran >"$OUT" 2>"$ERR" </dev/null || status=$?
  assert_missing ran
  assert_status 125
  grep -q '^guard: ' "$ERR" || fail "no word about it: $missing"
done
status=0
"$PROGRAMS/without_listener" "$GUARD" run -- touch ran >"$OUT" 2>"$ERR" </dev/null || status=$?
assert_refused_to_start 125 listener
guard_run --require verified -- touch ran
[[ $status -eq 0 ]] || assert_refused_to_start 125 verified
"$PROGRAMS/outer_filter" -- "$GUARD" run -- touch started
assert_exists started
