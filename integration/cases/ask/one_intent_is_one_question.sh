# SPDX-License-Identifier: Apache-2.0
# The acts that an approved command needs by its own words are no second question: git in the repository that a push
# names, the file that sed writes beside the old one, the command behind a wrapper or a script's first line.
. "$LIB/case.sh"
with_undo
asked() { { guard audit export --format jsonl 2>/dev/null || true; } | { grep -o '"approval_id":"[^"]*"' || true; } | sort -u | wc -l; }
answered_once() { # WORD...
  local before
  before=$(asked)
  start_guarded --kill-at-exit -- "$@"
  wait_for_question
  guard approve --confirm CONFIRM "$question_id"
  finish_guarded
  assert_status 0
  (($(asked) - before == 1)) || fail "$(($(asked) - before)) questions: $*"
}
git init -q -b main . && git config user.email a@b.c && git config user.name A
echo 1 >f && git add f && git commit -qm first
git init -q --bare "$HOME/there.git" && git remote add origin "$HOME/there.git"
commit() { echo more >>f && git commit -qam more; }
answered_once git push -u origin main
commit
answered_once timeout 20 git push
commit
git commit -q --amend -m less
answered_once env -u X git push --force
[[ $(git -C "$HOME/there.git" rev-parse main) == "$(git rev-parse HEAD)" ]] || fail "the push did not arrive"
# The question says where to.
commit
start_guarded --kill-at-exit -- git push
wait_for_question
guard pending "$question_id" | grep -q "to origin, $HOME/there.git" || fail "$(guard pending "$question_id")"
guard approve --scope session "$question_id"
finish_guarded
assert_status 0
# Acts of git elsewhere are no part of it, nor acts of another program there.
printf '#!/bin/sh\necho own >"%s/description"\n' "$HOME/there.git" >hook && chmod +x hook
mkdir -p "$HOME/hooks" && mv hook "$HOME/hooks/pre-push" && git config core.hooksPath "$HOME/hooks"
commit
start_guarded --kill-at-exit -- git push
wait_for_question
guard approve "$question_id"
wait_for_question
guard pending "$question_id" | grep -q 'there.git/description' || fail "$(guard pending "$question_id")"
guard deny "$question_id"
finish_guarded
git config --unset core.hooksPath
grep -q own "$HOME/there.git/description" && fail "a hook wrote there by the answer to the push"
# Edited in place: one question, and undo gives it back.
echo 'alias a=b' >"$HOME/.profile"
answered_once sed -i s/b/c/ "$HOME/.profile"
grep -q 'a=c' "$HOME/.profile" || fail "not edited"
answered_once perl -pi -e s/c/d/ "$HOME/.profile"
grep -q 'a=d' "$HOME/.profile" || fail "not edited"
# A script whose first line names another program.
printf '#!/usr/bin/env python3\nprint("ran")\n' >twine && chmod +x twine
answered_once ./twine upload x
# A repository that the session made is nobody else's.
guard_run --on-ask deny -- sh -c 'git init -q --bare b.git && git push -q b.git main && git push -q --mirror b.git'
assert_status 0
# Another command than the one behind the wrapper is another question.
commit
start_guarded --kill-at-exit -- timeout 20 sh -c 'git push; git push --force'
wait_for_question
guard approve "$question_id"
wait_for_question
guard pending "$question_id" | grep -q -- --force || fail "$(guard pending "$question_id")"
guard deny "$question_id"
finish_guarded
