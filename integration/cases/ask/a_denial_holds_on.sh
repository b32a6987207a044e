# SPDX-License-Identifier: Apache-2.0
# A No with a scope is remembered as a Yes is: the same act asks no more and does not happen, what waits already is
# denied with it, a Yes of before is no way around it, and it can be taken back.
. "$LIB/case.sh"
precious a/1 a/2
start_guarded --session shop -- bash -c '
  for n in 1 2 3; do
    until [[ -e go.$n ]]; do sleep 0.05; done
    rm -r a
    echo $? >>results
  done'
touch go.1
wait_for_question
id=$(json_of "data[0]['id']")
guard deny "$id" --scope always 2>"$CASE_ROOM/said" && fail "denied for ever"
assert_says "$CASE_ROOM/said" "write a rule (decision: deny)"
guard deny "$id" --scope session --reason "keep it" | grep -q denied || fail "not denied"
until_true 10 test -s results
guard policy grants | grep -q 'never: .*/a' || fail "$(guard policy grants)"
touch go.2
twice() { [[ $(wc -l <results) == 2 ]]; }
until_true 10 twice || fail "the second one waits: $(guard pending)"
assert_content results "126
126"
assert_exists a/1 a/2
assert_says "$ERR" "denied before by $(id -un) (guard deny)"
assert_recorded "r['rule'] == 'grant' and r['decision'] == 'deny'"
# Taken back, it asks again; approved for the session, it asks no more.
guard policy grants --revoke "$(guard policy grants --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["id"])')"
touch go.3
wait_for_question
guard approve "$(json_of "data[0]['id']")" --scope session
thrice() { [[ $(wc -l <results) == 3 ]]; }
until_true 10 thrice || fail "approved, and not done"
assert_missing a
finish_guarded
