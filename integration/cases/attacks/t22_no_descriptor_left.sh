# SPDX-License-Identifier: Apache-2.0
# A file that cannot be handed to the caller (EMFILE) is not opened by the kernel instead: 1,000
# tries and more with a flipping path. Threat 22.
# timeout: 120
. "$LIB/case.sh"
with_undo
keep_policy
sed -i 's#kept/\*\*#keep/**#' "$KEEP"
for go in 1 2 3; do
  precious keep/x
  guard_run --policy "$KEEP" --on-ask deny -- "$PROGRAMS/no_descriptor_left"
  assert_untouched keep/x
  assert_says "$OUT" "opened some, no descriptor some, hit 0"
done
