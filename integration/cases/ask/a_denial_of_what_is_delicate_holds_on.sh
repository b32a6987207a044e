# SPDX-License-Identifier: Apache-2.0
# An act that no answer of before may let happen (tier 3) can be denied for the session: a No only
# refuses more.
. "$LIB/case.sh"
mkdir p
git -C p init -q
git -C p -c user.name=n -c user.email=e@example.org commit -q --allow-empty -m first
start_guarded --session shop -- bash -c '
  for n in 1 2; do
    until [[ -e go.$n ]]; do sleep 0.05; done
    rm -rf p/.git
    echo $? >>results
  done'
touch go.1
wait_for_question
[[ $(json_of "data[0]['tier']") == 3 ]] || fail "it is of no such tier: $(guard pending)"
guard deny "$(json_of "data[0]['id']")" --scope session >"$CASE_ROOM/said" 2>&1 || fail "$(<"$CASE_ROOM/said")"
until_true 10 test -s results
touch go.2
twice() { [[ $(wc -l <results) == 2 ]]; }
until_true 10 twice || fail "the second one waits: $(guard pending)"
assert_exists p/.git/HEAD
assert_recorded "r['rule'] == 'grant' and r['decision'] == 'deny'"
finish_guarded
