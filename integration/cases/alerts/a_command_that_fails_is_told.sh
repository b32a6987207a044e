# SPDX-License-Identifier: Apache-2.0
# The words of a failing hook are in guard pending, safe for a terminal.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
tier_three
hook fail <<'SH'
#!/bin/sh
printf 'no \033[31mmail here\nmore' >&2
exit 9
SH
alerts_policy '  command: "~/hooks/fail"'
start_guarded --policy "$ALERTS" -- bin/git -C . push --force
wait_for_question
failed_so_far() { guard pending 2>&1 >/dev/null | grep -qF 'alerts: command failed: status 9: no \x1B[31mmail here'; }
until_true 20 failed_so_far || fail "pending says: $(guard pending 2>&1)"
guard deny "$question_id"
finish_guarded
assert_recorded "r['act'] == 'alert' and r['rule'] == 'alerts.command' and 'status 9' in r['reason']"
