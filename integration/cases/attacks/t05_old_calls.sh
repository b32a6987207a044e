# SPDX-License-Identifier: Apache-2.0
# The old calls by their numbers, whatever the C library uses today: each is judged. Threat 5.
. "$LIB/case.sh"
keep_policy
for call in 'unlink kept/f' 'rename kept/f taken' 'truncate kept/f 0' 'creat kept/f' 'open kept/f 0x201' 'open kept/new 0x41 0600' \
  'link kept/f taken' 'symlink x kept/new' 'mkdir kept/new 0700' 'rmdir kept/empty' 'mknod kept/new 0100600'; do
  precious kept/f
  mkdir -p kept/empty
  # shellcheck disable=SC2086
  guard_run --policy "$KEEP" --on-ask deny -- "$PROGRAMS/call_legacy" $call
  assert_untouched kept/f
  assert_exists kept/empty
  assert_missing kept/new taken
  assert_content "$OUT" "${call%% *}: EPERM"
done
assert_recorded "r['rule'] == 'keep-it' and r['decision'] == 'deny'"
# shellcheck disable=SC2016
same_as_bare '' bash -c 'for call in "creat a" "link a b" "unlink a" "rename b c" "truncate c 3" "open c 0x201" "symlink c l" \
  "mkdir d 0700" "rmdir d" "mknod n 0100600"; do "$0" $call; done' "$PROGRAMS/call_legacy"
