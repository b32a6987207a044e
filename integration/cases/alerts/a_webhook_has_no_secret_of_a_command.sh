# SPDX-License-Identifier: Apache-2.0
# The text that a webhook is sent is redacted as the record is, and short whatever was asked.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
precious nest/egg
serve ok
alerts_policy '  @HOOK@'
long=$(printf 'x%.0s' {1..20000})
start_guarded --policy "$ALERTS" -- bash -c "export DB_PASSWORD=hunter2hunter2; : $long; rm -rf nest"
was_received "r['alert']['event'] == 'asked'"
wait_for_question
guard deny "$question_id"
finish_guarded
! grep -q hunter2 "$ROOM/received" || fail "the password was sent"
was_received "'redacted' in r['alert']['question']['why'] or 'DB_PASSWORD' not in r['alert']['question']['why']"
[[ $(wc -c <"$ROOM/received") -lt 20000 ]] || fail "$(wc -c <"$ROOM/received") bytes were sent"
