# SPDX-License-Identifier: Apache-2.0
# A remembered answer about a file covers that kind of act, and says so wherever it is shown: a yes to a change lets
# nothing be deleted, given rights, moved or made; nor does a yes to a secret.
. "$LIB/case.sh"
mkdir "$HOME/o"
precious "$HOME/o/1" "$HOME/o/2" "$HOME/o/3" "$HOME/o/old" "$HOME/old/1"
echo TOKEN=1 >.env
cat >acts.py <<'PYTHON'
import os, sys
path, other = sys.argv[1:3]
def change(path): os.close(os.open(path, os.O_WRONLY | os.O_APPEND))
acts = [(change, path), (change, other), (lambda p: os.chmod(p, 0o666), other),
        (lambda p: os.rename(p, p + "2"), other), (os.unlink, other)]
for name, (act, at) in zip(("first", "change", "chmod", "move", "delete"), acts):
    try:
        act(at)
        print(name, "done", flush=True)
    except OSError:
        print(name, "refused", flush=True)
PYTHON
# Answers the first question with SCOPE, and denies each one after the change that it covers.
asked_for_each_kind() { # SCOPE PATH OTHER TEXT
  start_guarded -- bash -c 'python3 acts.py "$@"; true' _ "$2" "$3"
  wait_for_question
  for said in "$(json_of "data[0]['covers']['$1']")" "$(guard pending "$question_id")"; do
    [[ $said == *"$4"* ]] || fail "says $said, and not $4"
  done
  guard approve --scope "$1" "$question_id" >/dev/null
  for kind in chmod rename delete; do
    wait_for_question
    first=$question_id
    guard policy grants >"$CASE_ROOM/grants"
    assert_says "$CASE_ROOM/grants" "$4"
    [[ $(guard policy grants --json) == *"$4"* ]] || fail "as JSON: $(guard policy grants --json)"
    guard deny "$question_id" >/dev/null
    until_true 20 is_answered "$first" || fail "$kind still waits"
  done
  finish_guarded
  assert_content "$OUT" "first done
change done
chmod refused
move refused
delete refused"
}
is_answered() { QUESTION=$(guard pending --json) && [[ $QUESTION != *"$1"* ]]; }
asked_for_each_kind command "$HOME/o/1" "$HOME/o/2" "changes in $HOME/o and below"
asked_for_each_kind session "$HOME/o/1" "$HOME/o/2" "changes in $HOME/o and below"
for scope in command session; do
  asked_for_each_kind "$scope" "$PWD/.env" "$PWD/.env" "changes of $PWD/.env"
done
assert_exists "$HOME/o/2" .env
[[ $(stat -c %a .env) != 666 ]] || fail "the secret was opened"

# A move to another folder says from where to where, and lets nothing else leave, go elsewhere or be linked.
start_guarded -- python3 -c '
import os
home = os.environ["HOME"]
os.rename(home + "/o/old", "a")
for act, source, target in ((os.rename, "/o/1", home + "/old/x"), (os.link, "/o/2", "b"), (os.rename, "/old/1", "c")):
    try: act(home + source, target)
    except OSError: print("refused", flush=True)'
wait_for_question
text="moves from $HOME/o to $PWD, and below"
[[ $(json_of "data[0]['covers']['command']") == "$text" ]] || fail "covers $(json_of "data[0]['covers']")"
guard pending "$question_id" >"$CASE_ROOM/shown"
grep -q "command covers moves from" "$CASE_ROOM/shown" || fail "$(<"$CASE_ROOM/shown")"
guard approve --scope command "$question_id" >/dev/null
for _ in 1 2 3; do
  wait_for_question
  first=$question_id
  guard deny "$question_id" >/dev/null
  until_true 20 is_answered "$first" || fail "still waits"
done
finish_guarded
assert_exists a "$HOME/o/1" "$HOME/o/2" "$HOME/old/1"
assert_missing b c
