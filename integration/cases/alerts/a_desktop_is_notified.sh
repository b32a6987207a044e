# SPDX-License-Identifier: Apache-2.0
# notify-send gets the question: urgent for tier 3, with no markup and no escape of a name in it.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
tier_three
hook notify-send <<SH
#!/bin/bash
printf '%s\0' "\$@" >>"$CASE_ROOM/home/said"
SH
export PATH=$HOOKS:$PATH DISPLAY=:0 DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere
alerts_policy '  desktop: auto'
start_guarded --policy "$ALERTS" -- bash -c 'bin/git -C . push --force "<b>&\\033[31m"'
wait_for_question
until_true 20 test -s "$CASE_ROOM/home/said" || fail "nobody was notified: $(guard pending 2>&1)"
guard deny "$question_id"
finish_guarded
tr '\0' '\n' <"$CASE_ROOM/home/said" >"$OUT"
assert_says "$OUT" "--urgency=critical"
assert_says "$OUT" "--app-name=guard"
assert_says "$OUT" "guard asks (tier 3): bin/git -C . push --force"
assert_says "$OUT" "&lt;b&gt;&amp;"
assert_silent "$OUT" "By: the agent's command: <b>"
# Text that libnotify reads as an escape must not be one.
! grep -P '^(Why|Risk|In|Answer): .*(?<!\\)\\(\\\\)*(?!\\)0' "$OUT" || fail "a backslash was left alone: $(cat "$OUT")"
