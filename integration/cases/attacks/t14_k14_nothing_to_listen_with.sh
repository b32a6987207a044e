# SPDX-License-Identifier: Apache-2.0
# Where notifications cannot be received, processes cannot be read or traced, or the backend that was
# asked for is not to be had, guard does not start and says so; where a listener is not to be had, or is
# taken, it takes ptrace and says that: never a silent weaker mode. Threats 14, K14.
. "$LIB/case.sh"
unset GUARD_BACKEND
for missing in 'receive' 'ptrace' 'ptrace process_vm_readv' 'ptrace pidfd_getfd' \
  'listener ptrace' 'listener pidfd_getfd'; do
  status=0
  # shellcheck disable=SC2086
  timeout -k 1 30 "$PROGRAMS/outer_filter" $missing -- "$GUARD" run -- touch ran >"$OUT" 2>"$ERR" </dev/null || status=$?
  assert_missing ran
  assert_status 125
  grep -q '^guard: ' "$ERR" || fail "no word about it: $missing"
done
for outer in "$PROGRAMS/without_listener" "$PROGRAMS/outer_filter listener --"; do
  status=0
  # shellcheck disable=SC2086
  $outer "$GUARD" run --backend notify -- touch ran >"$OUT" 2>"$ERR" </dev/null || status=$?
  assert_refused_to_start 125 listener
  rm -rf started
  # shellcheck disable=SC2086
  $outer "$GUARD" run -- touch started >"$OUT" 2>"$ERR" </dev/null || fail "it does not start"
  assert_exists started
  assert_says "$ERR" "guard: backend ptrace"
done
rm -rf started
guard_run --require verified -- touch ran
[[ $status -eq 0 ]] || assert_refused_to_start 125 verified
"$PROGRAMS/outer_filter" -- "$GUARD" run -- touch started
assert_exists started
# Memory can be read by its file as well.
"$PROGRAMS/outer_filter" process_vm_readv -- "$GUARD" run --on-ask deny -- touch by_file
assert_exists by_file
