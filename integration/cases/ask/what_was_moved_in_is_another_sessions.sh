# SPDX-License-Identifier: Apache-2.0
# An object that another session made outside of the workspace, and moved in, is its work: a file, what is in a
# folder, and by another name of the same file.
# timeout: 120
. "$LIB/case.sh"
with_undo
git init -q . && git config user.email a@example.org && git config user.name a
git add -A . && git commit -qm start --allow-empty
echo draft >draft.txt
outside=$CASE_ROOM/outside
mkdir "$outside"
start_guarded --session first -- sh -c "echo one >$outside/x && mv $outside/x new.txt
  mkdir $outside/d && echo two >$outside/d/x && mv $outside/d d
  cp draft.txt $outside/y && echo three >>$outside/y && mv $outside/y draft.txt
  touch ready; until [ -e stop ]; do sleep 0.02; done"
until_true 20 test -e ready
sleep 1.5 # the list of what was made is written once a second
refused() { # COMMAND
  guard_run --on-ask deny --session second -- sh -c "$1"
  assert_recorded "r['rule'] == 'collision' and r['decision'] == 'deny'"
}
refused 'echo other >new.txt'
assert_content new.txt one
refused 'echo other >d/x'
assert_content d/x two
ln draft.txt link
refused 'echo other >link'
assert_content draft.txt $'draft\nthree'
touch stop
finish_guarded
