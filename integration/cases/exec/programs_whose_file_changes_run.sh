# SPDX-License-Identifier: Apache-2.0
# A program runs whose file its parent removes, renames, links or changes the mode of as soon as it has
# started: guard, which may still be verifying it, takes none of that for another program.
. "$LIB/case.sh"
guard_run --on-ask deny -- "$PROGRAMS/spawn_and_change" /bin/true 200
for act in unlink chmod rename link; do assert_says "$OUT" "$act: 200 of 200 ended well"; done
assert_not_recorded "r['rule'] == 'exec.verify'"
