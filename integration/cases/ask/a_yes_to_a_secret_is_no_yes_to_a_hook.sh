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

# For the whole command it is that file alone, too.
echo B=1 >.env.b
start_guarded --session job -- bash -c '
  echo A=1 >.env.a
  echo A=2 >.env.a
  (echo evil >.git/hooks/pre-commit) 2>/dev/null
  (echo evil >.envrc.x; mkdir -p .vscode; echo evil >.vscode/tasks.json) 2>/dev/null
  (echo evil >>.env.b) 2>/dev/null; true'
answer() { # WORD..., for a question that names FILE; again where the last one goes on
  wait_for_question
  [[ $QUESTION == *"$1"* ]] || fail "asked about, and not $1: $QUESTION"
  guard "${@:2}" "$question_id"
}
answer .env.a approve --scope command
answer .env.a approve --scope command
answer pre-commit deny
answer tasks.json deny
answer .env.b deny
finish_guarded
assert_missing .git/hooks/pre-commit .vscode/tasks.json
assert_content .env.a A=2
assert_content .env.b B=1

# A command on a secret is answered for itself: nothing is offered beyond.
cp .env .env.gone
start_guarded --session cmd -- bash -c 'rm .env.gone; mkdir -p .vscode; echo 1 >e; cp e .vscode/tasks.json; rm .env.b'
wait_for_question
[[ $(json_of "data[0]['scopes']") == '["once"]' ]] || fail "offers $QUESTION"
guard approve "$question_id"
answer tasks.json deny
answer .env.b deny
finish_guarded
assert_missing .env.gone .vscode/tasks.json
assert_exists .env.b

# It is that file, and no other that gets its path.
mkdir s1 s2 && echo one >s1/.env && echo SECOND=canary >s2/.env
start_guarded --session swap -- bash -c 'cat s1/.env; mv s1 s9; mv s2 s1; cat s1/.env; cat s9/.env'
answer s1/.env approve --scope session
answer s1/.env deny
answer s9/.env deny
finish_guarded
assert_silent "$OUT" canary

# Whoever may change it may not read it by the same descriptor.
start_guarded --session both -- bash -c 'echo A=1 >>.env.b; exec 3<>.env.b; cat <&3'
answer "change $PWD/.env.b" approve --scope session
answer "read and change $PWD/.env.b" deny
finish_guarded
assert_silent "$OUT" B=1
