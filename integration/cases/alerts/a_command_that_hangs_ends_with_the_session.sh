# SPDX-License-Identifier: Apache-2.0
# A hook that never ends, and what it has put into the background, are gone after the session.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
tier_three
mark=$CASE_ROOM/home/hooks/mark_of_this_case
hook hang <<SH
#!/bin/bash
setsid bash -c 'exec -a $mark sleep 600' &
touch "$CASE_ROOM/home/started"
exec -a $mark sleep 600
SH
alerts_policy '  command: "~/hooks/hang"'
start_guarded --policy "$ALERTS" -- bash -c 'bin/git -C . push --force; echo went'
wait_for_question
until_true 20 test -e "$CASE_ROOM/home/started" || fail "the command did not run"
guard deny "$question_id"
finish_guarded
assert_says "$OUT" went
wait_for_closing
until_true 10 nothing_runs_with "$mark" || fail "left: $(processes_with "$mark")"
assert_recorded "r['act'] == 'alert' and 'command' in r['rule'] and 'session ended' in r['reason']"
