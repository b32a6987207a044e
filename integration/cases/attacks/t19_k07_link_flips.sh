# SPDX-License-Identifier: Apache-2.0
# A folder on the way, or the last component, is swapped for a symlink while the call is judged: not
# only opens. 1,000 tries each, none hits. Threats 19, K7.
# timeout: 300
. "$LIB/case.sh"
keep_policy
sed -i 's#kept/\*\*#keep/**#' "$KEEP"
precious keep/x
for what in 'folder open' 'folder truncate' 'folder unlink' 'folder rename' 'folder link' 'folder mkdir' 'last open' 'last truncate' 'last link'; do
  # shellcheck disable=SC2086
  guard_run --policy "$KEEP" --on-ask deny -- "$PROGRAMS/link_flip" $what
  assert_untouched keep/x
  assert_says "$OUT" "hit 0"
  assert_says "$OUT" "done some"
  rm -rf way other taken hard
done
assert_recorded "r['rule'] == 'keep-it' and r['decision'] == 'deny'"
