# SPDX-License-Identifier: Apache-2.0
# An image without a file (memfd) is its own class: asked, so refused here. 6, K20.
. "$LIB/case.sh"
guard_run --on-ask deny -- "$PROGRAMS/execveat_empty_path" /bin/echo it ran
assert_silent "$OUT" "it ran"
assert_says "$OUT" "execveat: E"
assert_recorded "r['act'] == 'exec' and 'EXEC_ARBITRARY' in r['categories'] and r['decision'] in ('ask', 'deny')"
