# SPDX-License-Identifier: Apache-2.0
# git takes files out of its work tree unasked, for it gives them back. Files that its repository does not have are
# counted like the deletes of any other program, and so are files that a failed rename seemed to have renamed.
# timeout: 240
. "$LIB/case.sh"
with_undo
fresh() { # files f1 to f12, which git does not have
  rm -rf z && mkdir z && cd z
  git init -q -b main && git config user.name a && git config user.email a@b
  mkdir src data
  for i in {1..12}; do echo "v$i" >"f$i"; done
  for i in {1..30}; do echo "$i" >"data/d$i"; done
  echo data >.gitignore
}
commit() { git add . && git commit -qm x; }
keeps() { # LEFT PATTERN WORD...
  local left=$1 pattern=$2
  shift 2
  guard_run --on-ask deny -- "$@"
  (($(find . -name "$pattern" -not -path './.git/*' | wc -l) >= left)) || fail "too few are left after: $*"
  cd ..
}
fresh
keeps 7 'f?*' bash -c 'mkdir d; for i in f*; do mv $i d/y; mv d d/e; rm d/y; done'
assert_says "$ERR" '(rule fs.delete.many)'
fresh && commit && for i in f*; do echo more >>"$i"; done
keeps 7 'f?*' bash -c 'for i in f*; do git mv -f $i sink; done'
assert_says "$ERR" '(rule fs.delete.many)'
fresh && commit && git worktree add -q wt && mkdir wt/data && cp data/* wt/data
keeps 56 'd?*' git worktree remove wt
assert_says "$ERR" '(rule fs.delete.many)'
fresh && git commit -q --allow-empty -m x
keeps 8 'f?*' bash -c 'git worktree add -q wt; mv f* src wt/; echo "*" >wt/.gitignore; git worktree remove wt'
fresh && commit
keeps 26 'd?*' bash -c 'git update-index --add --cacheinfo 100644,$(git rev-parse HEAD:f1),data; git commit -qm x; C=$(git rev-parse HEAD)
  git reset -q HEAD~1; git checkout -q $C'
fresh
keeps 8 'f?*' bash -c 'git init -q g2; git -C g2 config user.name a; git -C g2 config user.email a@b
  export GIT_DIR=$PWD/g2/.git GIT_WORK_TREE=$PWD; git add f*; git commit -qm x; A=$(git rev-parse HEAD); git rm -rq --cached .
  git commit -q --allow-empty -m e; E=$(git rev-parse HEAD); git reset -q $A; git checkout -q $E; unset GIT_DIR GIT_WORK_TREE; rm -rf g2'

# git clean is held open by a FIFO that it reads, while files of before come into the folder that it was let delete.
cat >held.py <<'PYTHON'
import os, subprocess, time
os.mkdir("sub")
os.mkfifo("sub/.gitignore")
git = subprocess.Popen(["git", "clean", "-q", "-fd"])
def opens():
    try:
        return os.open("sub/.gitignore", os.O_WRONLY | os.O_NONBLOCK)
    except OSError:
        return -1
while (held := opens()) < 0 and git.poll() is None:
    time.sleep(0.05)
for i in range(1, 13):
    os.rename(f"f{i}", f"sub/g{i}")
if held >= 0:
    os.close(held)
git.wait()
PYTHON
fresh && commit && for i in f*; do echo more >>"$i"; done
keeps 8 '[fg][0-9]*' python3 ../held.py

# Ordinary work: what git has it may take, in a work tree of a submodule too.
unasked() {
  guard_run --on-ask deny -- "$@"
  assert_status 0
  assert_silent "$ERR" denied
}
fresh && commit && git checkout -q -b two && git rm -q f* && git commit -qm less && git checkout -q main
for i in f*; do echo more >>"$i"; done
unasked bash -c 'git stash -q && git stash pop -q && git commit -qam more && git checkout -q two && git checkout -q main && git merge -q -s ours two -m m'
cd ..
fresh && commit && cd .. && git clone -q z sub.origin && mkdir top && cd top && git init -q && git config user.name a && git config user.email a@b
git -c protocol.file.allow=always submodule --quiet add ../sub.origin sub && git commit -qm sub
(cd sub && git config user.name a && git config user.email a@b && git checkout -q -b two && git rm -q f* && git commit -qm less && git checkout -q main)
for i in sub/f*; do echo more >>"$i"; done
unasked bash -c 'cd sub && git commit -qam more && git checkout -q two'
# A hard reset looks at a submodule's own changes: in it, and from above where git goes into it.
git -C sub checkout -q -f main && git add sub && git commit -qm sub
unasked git -C sub reset -q --hard
echo mine >>"$(ls sub/f* | head -1)"
for words in '-C sub reset --hard' 'reset --hard --recurse-submodules' '-c x=y reset --hard --recurse-submodules'; do
  # shellcheck disable=SC2086
  guard_run --on-ask deny -- git $words
  assert_says "$ERR" denied
  assert_silent "$ERR" "nothing uncommitted is lost"
  [[ $(git -C sub status --porcelain | wc -l) -eq 1 ]] || fail "the change is gone: git $words"
done
unasked git reset -q --hard
[[ $(git -C sub status --porcelain | wc -l) -eq 1 ]] || fail "git went into the submodule"
