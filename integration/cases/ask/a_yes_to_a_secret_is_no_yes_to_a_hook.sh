# SPDX-License-Identifier: Apache-2.0
# Reading secrets, changing them and what steers programs have one category. A yes to one of them for the session is
# remembered for that file and that kind of act: it plants no git hook, and a yes to a change lets nothing be read.
. "$LIB/case.sh"
git init -q .
echo TOKEN=canary >.env
echo PRIVATE=canary >.env.local
start_guarded --session shop -- bash -c '
  cat .env >read1
  (echo "#!/bin/sh" >.git/hooks/pre-commit) 2>/dev/null; echo "hook $?" >>results
  echo >.go
  until [[ -e go ]]; do sleep 0.05; done
  cat .env >read2; echo "again $?" >>results
  cat .env.local >read3; echo "other $?" >>results'
wait_for_question
[[ $QUESTION == *"read "*".env"* ]] || fail "asked first: $QUESTION"
id=$(json_of "data[0]['id']")
guard approve "$id" --scope session
hook_is_asked() { [[ $(guard pending --json) == *pre-commit* ]]; }
until_true 20 hook_is_asked || fail "no question for the hook: $(guard pending) $(cat results 2>/dev/null)"
guard deny all
touch go
other_is_asked() { [[ $(guard pending --json) == *.env.local* ]]; }
until_true 20 other_is_asked || fail "no question for the other secret: $(cat results)"
guard deny all
finish_guarded
assert_content read1 TOKEN=canary
assert_content read2 TOKEN=canary
[[ $(head -2 results) == "hook 1
again 0" ]] || fail "$(cat results)"
assert_missing .git/hooks/pre-commit
! grep -q canary read3 || fail "the other secret was read"

# The other way round: who may write a file that steers programs reads no secret.
rm -f go
start_guarded --session turn -- bash -c 'echo "export A=1" >.envrc; cat .env >read4; echo "read $?" >>turned'
wait_for_question
[[ $QUESTION == *.envrc* ]] || fail "asked first: $QUESTION"
guard approve "$(json_of "data[0]['id']")" --scope session
read_is_asked() { [[ $(guard pending --json) == *'read '*'.env"'* || $(guard pending) == *"read "*".env"* ]]; }
until_true 20 read_is_asked || fail "no question for the secret: $(cat turned 2>/dev/null)"
guard deny all
finish_guarded
! grep -q canary read4 || fail "a yes to a change let it be read"
