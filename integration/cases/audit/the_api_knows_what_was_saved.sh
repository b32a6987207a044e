# SPDX-License-Identifier: Apache-2.0
# GET /v1/audit?undo=true gives what was saved for undo, as guard audit list --undo does.
. "$LIB/case.sh"
with_undo
precious a
start_guarded --session s -- bash -c 'echo x >a; /bin/echo other; touch up; until [ -e go ]; do sleep 0.05; done'
until_true 20 test -e up || fail "it does not start"
ask() { QUESTION=$(api_get s "/v1/audit$1"); }
saved() { ask '?undo=true' && [[ $(json_of "len(data['records'])") == 1 ]]; }
until_true 5 saved || fail "saved: $QUESTION"
[[ $(json_of "data['records'][0]['objects'] == ['$PWD/a'] and data['records'][0]['undo_id'] == 's:1'") == true ]] || fail "saved: $QUESTION"
ask '?undo=false'
[[ $(json_of "len(data['records']) > 1") == true ]] || fail "all: $QUESTION"
ask '?undo=perhaps'
[[ $(json_of "data['error']['message']") == *"undo is true or false"* ]] || fail "neither: $QUESTION"
touch go
finish_guarded
