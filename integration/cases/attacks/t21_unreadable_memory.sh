# SPDX-License-Identifier: Apache-2.0
# A path in a page that goes away and comes back: what guard cannot read is refused, never left to
# the kernel. 1,000 tries of each act. Threat 21.
# timeout: 180
. "$LIB/case.sh"
keep_policy
for call in unlink truncate rename open; do
  precious kept/f
  guard_run --policy "$KEEP" --on-ask deny -- "$PROGRAMS/unreadable_path" "$call" kept/f
  assert_untouched kept/f
  assert_says "$OUT" "refused some, unread some, hit 0"
done
assert_recorded "r['rule'] == 'internal' and r['decision'] == 'deny' and r['errno'] == 14"
