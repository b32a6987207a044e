# SPDX-License-Identifier: Apache-2.0
# A receiver in trouble gets the same alert again, with the same id, and nobody is told of a failure.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
tier_three
serve twice
alerts_policy '  webhook: {url: "http://127.0.0.1:'"$(cat "$ROOM/port")"'/", secret_env: HOOK_SECRET, events: asked}'
export HOOK_SECRET=$SECRET
start_guarded --policy "$ALERTS" -- bash -c 'env >seen; bin/git -C . push --force'
wait_for_question
three_came() { [[ -e $ROOM/received && $(count_received) -eq 3 ]]; }
until_true 20 three_came || fail "not three tries: $(cat "$ROOM/received")"
[[ $(python3 -B "$LIB/query.py" count "r['valid'] and r['id'] == '$(head -1 "$ROOM/received" | python3 -B "$LIB/query.py" value "data['id']")'" <"$ROOM/received") -eq 3 ]] ||
  fail "not the same id, validly signed: $(cat "$ROOM/received")"
guard deny "$question_id"
finish_guarded
assert_silent "$ERR" "alerts:"
assert_exists seen
assert_silent seen "$SECRET"
assert_silent seen HOOK_SECRET
