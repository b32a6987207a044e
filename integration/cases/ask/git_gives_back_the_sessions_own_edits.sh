# SPDX-License-Identifier: Apache-2.0
# With undo on, git takes back unasked what the session itself wrote into files that were committed when it began. Work of before
# asks: edited or staged before, in the place of an edit, or written into the file by somebody else's replacement.
# timeout: 180
. "$LIB/case.sh"
command -v git >/dev/null || skip "no git here"
with_undo
git init -q -b main . && git config user.email a@b && git config user.name a
for name in a b c d e; do echo one >"$name"; done
git add . && git commit -q -m one
unasked() { # SCRIPT
  guard_run --on-ask deny -- bash -ec "$1"
  [[ $status -eq 0 ]] || fail "$1: $(<"$ERR")"
  [[ -z $(git status --porcelain) ]] || fail "$1 left $(git status --porcelain)"
}
asks() { # RULE SCRIPT FILE TEXT
  status=0
  guard run --on-ask deny -- bash -ec "$2" >"$OUT" 2>"$ERR" </dev/null || status=$?
  ((status != 0)) || fail "$2 went unasked"
  assert_says "$ERR" "rule $1"
  assert_content "$3" "$4"
  git checkout -q -f HEAD
}
unasked 'echo two >a; git checkout -- a'
unasked 'sed -i s/one/two/ a; git restore a'
# As editors save by way of a backup.
unasked 'mv a a~; echo two >a; rm a~; git checkout -q -- a'
unasked 'mv a a~; echo two >a; rm a~; mv a a~; echo three >a; rm a~; git reset -q --hard'
unasked 'echo two >a; sed -i s/one/two/ b; git reset -q --hard'
unasked 'echo four >a; git add a; echo three >a; echo new >n; git add n; git reset -q --hard'
unasked 'echo five >a; git add a; git restore --staged --worktree a'
unasked 'echo two >a; git commit -q -a -m two; echo three >a; git checkout -q -f'
[[ $(git log --oneline | wc -l) -eq 2 ]] || fail "no commit was made"
asks git.reset.hard 'echo two >b; git reset -q --hard HEAD~1' b two
echo mine >c
asks git.checkout.discard 'sed -i s/mine/both/ c; git checkout -- c' c both
echo mine >c
asks git.checkout.discard 'mv c c~; echo two >c; rm c~; git checkout -- c' c two
echo mine >c
asks git.restore 'echo own >b; git restore .' c mine
echo mine >c
asks git.restore 'echo all >c; git restore c' c all
echo mine >c
git add c
asks git.reset.hard 'echo own >c; git reset -q --hard' c own
echo mine >c
asks git.reset.hard 'git add c; git reset -q --hard' c mine
# It stood there before, and git did not know it.
echo mine >m
asks git.reset.hard 'echo own >m; git add m; git reset -q --hard' m own
git rm -q --cached m 2>/dev/null || true
rm -f m
echo mine >m
asks git.reset.hard 'mv m d; git reset -q --hard' d mine
rm -f m
# Somebody else puts another file there meanwhile.
start_guarded --on-ask deny -- bash -c 'echo own >e; touch there; while [[ ! -e go ]]; do sleep 0.05; done; git restore e'
until_true 10 test -e there || fail "it never began: $(<"$ERR")"
echo person >e.new && mv e.new e
touch go
finish_guarded || true
assert_content e person
git checkout -q -f HEAD && rm -f go there
# A work tree that it added goes as it came, while nothing else lies in it.
unasked 'git worktree add -q wt; echo two >wt/a; echo new >wt/n; git worktree remove --force wt'
assert_missing wt
echo mine >m
asks git.worktree.remove 'git worktree add -q -f wt2; mv m wt2/m; git worktree remove --force wt2' wt2/m mine
