# SPDX-License-Identifier: Apache-2.0
# A yes to a question about git covers what it showed: what a push sends, a branch alone has, a stash holds, a
# clean deletes, a reset loses. Where that changes before the answer, guard asks anew, and says so.
# timeout: 120
. "$LIB/case.sh"
command -v git >/dev/null || skip "no git here"
git init -q --bare -b main "$HOME/o.git"
git init -q -b main . && git config user.email a@b && git config user.name a
git remote add origin "$HOME/o.git"
echo one >a && echo one >b && git add . && git commit -q -m one && git push -q origin main
git branch x && git branch y
git checkout -q y && git commit -q --allow-empty -m only-here && git checkout -q main
git commit -q --allow-empty -m good
mkdir d && echo x >d/x
asked_anew() { # SHOWN CHANGE SHOWN-THEN WORD...
  local shown=$1 change=$2 then=$3 first
  shift 3
  start_guarded --kill-at-exit -- "$@"
  wait_for_question
  [[ $QUESTION == *"$shown"* && $QUESTION != *"Asked anew"* ]] || fail "$*: $QUESTION"
  first=$question_id
  eval "$change"
  guard approve "$first"
  wait_for_question
  [[ $question_id != "$first" ]] || fail "$*: the same question: $QUESTION"
  [[ $QUESTION == *"$then"* && $QUESTION == *"Asked anew"* ]] || fail "$*: $QUESTION"
  guard deny "$question_id"
  finish_guarded
  assert_status_not 0
}
before=$(git rev-parse origin/main)
asked_anew 'origin/main: 1 commit (good)' 'git commit -q --allow-empty -m EXTRA' 'origin/main: 2 commits (EXTRA, good)' \
  git push -q origin main
# The same words about another commit.
asked_anew '2 commits (EXTRA, good)' 'git commit -q --amend --no-edit --allow-empty --date=2001-01-01T00:00:00' \
  '2 commits (EXTRA, good)' git push -q origin main
git init -q --bare "$HOME/other.git"
asked_anew "$HOME/o.git" 'git remote set-url origin "$HOME/other.git"' "$HOME/other.git" git push -q origin main
git remote set-url origin "$HOME/o.git"
[[ $(git -C "$HOME/o.git" rev-parse main) == "$before" ]] || fail "something was published"
asked_anew 'x has no commit' 'git branch -M y x' 'x has 1 commit (only-here)' git branch -D x
git rev-parse -q --verify x >/dev/null || fail "the branch is gone"
echo two >a && git stash push -q -m OLDER && echo three >a
asked_anew 'On main: OLDER' 'git stash push -q -m NEWEST' 'On main: NEWEST' git stash drop
[[ $(git stash list | wc -l) == 2 ]] || fail "a stash is gone"
asked_anew 'Deletes 1 file that git' 'echo x >d/y; echo x >d/z' 'Deletes 3 files that git' git clean -fd d
assert_content d/z x
asked_anew 'Nothing uncommitted is lost' 'echo mine >b' 'uncommitted changes of 1 file away' git reset -q --hard
assert_content b mine
git checkout -q b
# Another repository stands where git was started.
mkdir -p inner && git -C inner init -q -b main && git -C inner remote add origin "$HOME/o.git"
git -C inner -c user.email=a@b -c user.name=a commit -q --allow-empty -m inner
asked_anew "$PWD/inner" 'mv inner moved; cp -r moved inner' "$PWD/moved" bash -c 'cd inner && git push -q origin main'
rm -rf inner moved
# From inside, as an agent would.
start_guarded --kill-at-exit -- bash -c 'git push -q origin main & until [[ -e go ]]; do sleep 0.05; done
  git commit -q --allow-empty -m LATE; touch gone; wait $!'
wait_for_question
touch go
until_true 20 test -e gone || fail "it does not commit"
guard approve --scope session "$question_id"
wait_for_question
[[ $QUESTION == *LATE* ]] || fail "$QUESTION"
guard approve "$question_id"
finish_guarded
assert_status 0
[[ $(git -C "$HOME/o.git" log -1 --format=%s main) == LATE ]] || fail "it was not pushed after the second yes"
