# SPDX-License-Identifier: Apache-2.0
# The yes to a copy to outside of the workspace is one for what it makes there, and for no other program or place.
. "$LIB/case.sh"
mkdir src && for i in 1 2 3 4 5; do echo "$i" >"src/$i"; done
mkdir "$HOME/there"
asked_once() { # SESSION COMMAND
  start_guarded --session "$1" -- bash -c "$2"
  wait_for_question
  guard approve "$question_id" >/dev/null
  finish_guarded
  assert_status 0
}
asked_once tree "cp -r src $HOME/copy"
diff -r src "$HOME/copy" || fail "it is no copy"
asked_once kept "cp -a src $HOME/kept"
diff -r src "$HOME/kept" || fail "it is no copy"
asked_once one "cp src/1 $HOME/one"
asked_once two "cp src/1 src/2 $HOME/there"
# Another place is another question.
guard_run --on-ask deny --session none -- cp src/1 "$HOME/other"
[[ ! -e $HOME/other ]] || fail "it was copied unasked"
start_guarded --session more -- bash -c "cp -r src $HOME/again; echo x >$HOME/again/more"
wait_for_question
guard approve "$question_id" >/dev/null
first=$question_id
another() { question_id=$(guard pending --json | python3 -c 'import json,sys; print(" ".join(q["id"] for q in json.load(sys.stdin)))'); [[ -n $question_id && $question_id != "$first" ]]; }
until_true 10 another || fail "the shell's own file was not asked about"
guard deny "$question_id" >/dev/null
finish_guarded
[[ ! -e $HOME/again/more ]] || fail "it was made"
