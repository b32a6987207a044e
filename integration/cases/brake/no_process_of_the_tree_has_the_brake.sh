# SPDX-License-Identifier: Apache-2.0
# Neither the command nor the session's socket serves what runs inside: an agent that could resume itself would have no
# brake.
. "$LIB/case.sh"
start_guarded --session shop --on-ask deny -- bash -c '
  for word in pause resume stop; do "$0" $word shop && echo "$word: done"; done
  touch tried; while :; do sleep 0.1; done' "$GUARD"
until_true 20 test -e tried || fail "$(cat "$OUT" "$ERR")"
assert_silent "$OUT" "done"
guard status | grep -q 'shop *running' || fail "$(guard status)"
guard stop shop
finish_guarded
assert_status 143
