# SPDX-License-Identifier: Apache-2.0
# The record says who takes back a remembered answer, in a session or for good, with the channel and what it covered; so it
# does of the person who lets a project's file loosen, or no more. The list and the report tell it.
. "$LIB/case.sh"
me=$(id -un)
precious old/a/1 new/a/2
printf 'rules: [{id: free, when: {act: delete, path: "old/**"}, decision: allow}]\n' >.guard.yaml
start_guarded --session s1 -- bash -c 'rm -r old/a; rm -r new/a; until [[ -e go ]]; do sleep 0.05; done'
answered() { QUESTION=$(guard pending --json) && [[ $QUESTION != *"$1"* ]]; }
wait_for_question
guard approve "$question_id" --scope always --pattern "$PWD/old" >"$CASE_ROOM/always"
assert_says "$CASE_ROOM/always" "from now on: deletes in $PWD/old and below"
until_true 10 answered "$question_id" || fail "still waits"
wait_for_question
guard approve "$question_id" --scope session --pattern "$PWD/new" >"$CASE_ROOM/session"
assert_says "$CASE_ROOM/session" "for this session: deletes in $PWD/new and below"
until_true 10 answered "$question_id" || fail "still waits"
guard approve-session --categories NETWORK_RISK >"$CASE_ROOM/said"
taken() { # SCOPE
  guard policy grants --json | python3 -c 'import json, sys; print(*[g["id"] for g in json.load(sys.stdin) if g["scope"] == sys.argv[1]])' "$1"
}
read -r session category <<<"$(taken session)"
always=$(taken always)
for id in "$session" "$category" "$always"; do guard policy grants --revoke "$id" >>"$CASE_ROOM/said"; done
touch go
finish_guarded
by="$me (guard policy grants)"
taken_back="r['rule'] == 'grant.revoked' and r['act'] == 'answer' and r['effect']['by'] == '$by'"
assert_recorded "$taken_back and r['session_id'] == 's1' and r['effect']['grant'] == '$session' and r['effect']['covers'] == 'deletes in $PWD/new and below'"
assert_recorded "$taken_back and r['session_id'] == 's1' and r['effect']['grant'] == 'NETWORK_RISK' and r['categories'] == ['NETWORK_RISK']"
assert_recorded "$taken_back and r['session_id'].startswith('rights-') and r['effect']['grant'] == '$always' and r['effect']['workspace'] == '$PWD'"
guard audit list --by "$me" >"$CASE_ROOM/list"
[[ $(grep -c 'taken back' "$CASE_ROOM/list") -ge 3 ]] || fail "the list: $(<"$CASE_ROOM/list")"
guard audit report s1 >"$CASE_ROOM/report"
for what in "deletes in $PWD/new and below" "all of NETWORK_RISK" "deletes in $PWD/old and below"; do
  assert_says "$CASE_ROOM/report" "taken back by $by: $what"
done
guard policy trust --yes >"$CASE_ROOM/said"
guard policy trust --withdraw .guard.yaml >"$CASE_ROOM/said"
hash=$(sha256sum .guard.yaml)
assert_recorded "r['rule'] == 'policy.trust' and r['outcome'] == 'done' and r['effect'] == {'by': '$me (guard policy trust)', 'path': '$PWD/.guard.yaml', 'sha256': '${hash%% *}'}"
assert_recorded "r['rule'] == 'policy.trust.withdrawn' and r['outcome'] == 'done' and r['effect']['path'] == '$PWD/.guard.yaml'"
guard audit list --act policy >"$CASE_ROOM/list"
assert_says "$CASE_ROOM/list" 'trusted no more'
guard audit verify >"$CASE_ROOM/said" || fail "$(<"$CASE_ROOM/said")"
# A change that loosens is on record first: without the record the file is not trusted.
before=$GUARD_STATE_DIR
export GUARD_STATE_DIR=$CASE_ROOM/no_folder
: >"$GUARD_STATE_DIR"
! guard policy trust --yes >"$CASE_ROOM/said" 2>&1 || fail "trusted, and nothing of it is on record"
[[ $(guard policy trust --list --json) == '[]' ]] || fail "it is listed"
export GUARD_STATE_DIR=$before
