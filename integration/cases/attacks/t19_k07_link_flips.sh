# SPDX-License-Identifier: Apache-2.0
# A folder on the way is swapped for a symlink while unlink is judged. 19, K7.
# timeout: 120
. "$LIB/case.sh"
precious keep/x
guard_run --on-ask deny -- "$PROGRAMS/link_flip"
assert_says "$OUT" "hit 0"
assert_untouched keep/x
