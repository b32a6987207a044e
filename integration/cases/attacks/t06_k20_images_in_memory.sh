# SPDX-License-Identifier: Apache-2.0
# An image that no name leads to (memory, sealed, deleted, never named) is a class of its own: asked,
# by whatever descriptor path it is run. Threats 6, K20.
. "$LIB/case.sh"
for kind in memory sealed deleted unnamed; do
  for by in execveat proc devfd; do
    guard_run --on-ask deny -- "$PROGRAMS/exec_of_fd" "$kind" "$by" /bin/echo it ran
    assert_silent "$OUT" "it ran"
    assert_says "$OUT" "$by: EPERM"
  done
done
guard_run --on-ask deny -- "$PROGRAMS/execveat_empty_path" /bin/echo it ran
assert_silent "$OUT" "it ran"
assert_recorded "r['act'] == 'exec' and r['rule'] == 'exec.memory' and 'EXEC_ARBITRARY' in r['categories'] and r['decision'] in ('ask', 'deny')"
assert_recorded "r['act'] == 'exec' and r['rule'] == 'exec.deleted'"
guard_run --on-ask deny -- bash -c 'cp /bin/echo born; ./born it ran'
assert_content "$OUT" "it ran"
