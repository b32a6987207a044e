# SPDX-License-Identifier: Apache-2.0
# Where nothing of what a question about git showed has changed, one yes is enough; a yes for the session says its
# own extent, and is not bound to what one push sent.
# timeout: 120
. "$LIB/case.sh"
command -v git >/dev/null || skip "no git here"
git init -q --bare -b main "$HOME/o.git"
git init -q -b main . && git config user.email a@b && git config user.name a
git remote add origin "$HOME/o.git"
echo one >a && git add . && git commit -q -m one && git push -q origin main
git branch x
mkdir d && echo x >d/x
echo two >a && git stash push -q -m mine
goes_on() { # WORD...: nothing changes, and one yes is enough
  start_guarded --kill-at-exit -- "$@"
  wait_for_question
  guard approve "$question_id"
  finish_guarded
  assert_status 0
}
goes_on git branch -D x
goes_on git stash drop
goes_on git clean -qfd d
assert_missing d
# A wider grant says its own extent.
git commit -q --allow-empty -m more
start_guarded --kill-at-exit -- bash -c 'git push -q origin main; git commit -q --allow-empty -m most; git push -q origin main'
wait_for_question
guard approve --scope session "$question_id"
finish_guarded
assert_status 0
[[ $(git -C "$HOME/o.git" log -1 --format=%s main) == most ]] || fail "the session's yes was asked about"
