# SPDX-License-Identifier: Apache-2.0
# Harmless words behind the end of the options, or taken back later, do not make a command harmless.
# Threat 30.
. "$LIB/case.sh"
git init -q .
precious kept
cp kept "$CASE_ROOM/kept"
for line in 'git clean -fdx -- . clean -n' 'git clean -fdx -- -n .' 'git clean -fdx . -- --dry-run' 'git clean -fd -n --no-dry-run'; do
  # shellcheck disable=SC2086
  guard_run --on-ask deny -- $line
  assert_untouched kept
  assert_status_not 0
done
assert_recorded "r['act'] == 'exec' and 'FS_DELETE_OVERWRITE' in r['categories'] and r['decision'] in ('ask', 'deny')"
stand_in git
for line in 'git push --force -- origin --dry-run' 'git push --force --dry-run --no-dry-run' 'git push --dry-run=false --force'; do
  # shellcheck disable=SC2086
  guard_run --on-ask deny -- $line
  assert_nothing_ran "$line"
done
rm -rf bin
guard_run --on-ask deny -- git clean -fdn
assert_status 0
assert_untouched kept
