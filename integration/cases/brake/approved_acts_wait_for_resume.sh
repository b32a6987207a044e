# SPDX-License-Identifier: Apache-2.0
# A question can be answered while the session is paused. An approved act happens once it goes on, a denied one not at
# all.
. "$LIB/case.sh"
precious a/1 b/2
start_guarded --session shop -- bash -c 'rm -r a & rm -r b & wait; touch over'
two_wait() { [[ $(guard pending --json | python3 -c 'import json, sys; print(len(json.load(sys.stdin)))') == 2 ]]; }
until_true 10 two_wait || fail "$(guard pending)"
guard pause shop
id_of() { guard pending --json | python3 -c "import json, sys; print([q['id'] for q in json.load(sys.stdin) if '$1' in q['what']][0])"; }
yes=$(id_of "rm -r a") no=$(id_of "rm -r b")
guard approve "$yes"
guard deny "$no"
sleep 0.7
assert_exists a/1 b/2
assert_missing over
guard resume shop
finish_guarded
assert_status 0
assert_missing a
assert_exists b/2 over
