# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# An untrusted .guard.yaml sets neither a command nor a webhook, and is named for it.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
tier_three
serve ok
hook page <<SH
#!/bin/sh
echo ran >>"$RAN"
SH
alerts_policy "  command: \"$HOOKS/page\"
  @HOOK@"
cp "$ALERTS" .guard.yaml
guard policy show >"$OUT"
assert_says "$OUT" "alerts.webhook: only a trusted file sets it"
assert_says "$OUT" "alerts.command: only a trusted file sets it"
start_guarded -- bin/git -C . push --force
wait_for_question
guard deny "$question_id"
finish_guarded
wait_for_closing
assert_nothing_ran alerts
[[ ! -e $ROOM/received ]] || fail "sent: $(cat "$ROOM/received")"
guard policy trust --yes >/dev/null
start_guarded -- bin/git -C . push --force
was_received "r['alert']['event'] == 'asked'"
wait_for_question
guard deny "$question_id"
finish_guarded
