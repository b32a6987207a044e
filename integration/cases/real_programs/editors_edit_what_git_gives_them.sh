# SPDX-License-Identifier: Apache-2.0
# git starts an editor for a message or a todo list: what that writes beside it asks nothing; git's own files ask as before.
. "$LIB/case.sh"
export GIT_CONFIG_NOSYSTEM=1
git config --global user.name me
git config --global user.email me@example.org
git init -q .
for n in 1 2 3; do
  echo "$n" >f
  git add f
  git commit -qm "$n"
done
git rm -q --cached f && git reset -q
# An editor as vim is: it tries the folder, keeps a swap file and a backup, and writes anew.
cat >"$HOME/ed.py" <<'PYTHON'
import os, sys
path = sys.argv[-1]
folder, name = os.path.split(os.path.abspath(path))
swap = os.path.join(folder, "." + name + ".swp")
for made in (swap, os.path.join(folder, "4913")):
    open(made, "x").close()
os.unlink(os.path.join(folder, "4913"))
text = open(path).read()
os.rename(path, path + "~")
with open(path, "w") as out:
    out.write("written\n" + text)
os.unlink(path + "~")
os.unlink(swap)
PYTHON
guard_run --on-ask deny -- env GIT_EDITOR="python3 $HOME/ed.py" bash -c 'echo 4 >f; git commit -qa; git commit -q --amend; git tag -a v1'
assert_status 0
assert_silent "$ERR" "guard: denied"
[[ $(git log -1 --format=%s) == written* ]] || fail "$(git log -1)"
guard_run --on-ask deny -- env GIT_SEQUENCE_EDITOR="sed -i 2s/pick/squash/" GIT_EDITOR=true git rebase -q -i HEAD~3
assert_status 0
assert_silent "$ERR" "guard: denied"
[[ $(git rev-list --count HEAD) == 3 ]] || fail "nothing was squashed"
guard_run --on-ask deny -- env GIT_EDITOR="perl -pi -e s/written/better/" git commit -q --amend
assert_status 0
assert_silent "$ERR" "guard: denied"
if [[ -x /usr/bin/vim.basic ]]; then
  guard_run --on-ask deny -- env GIT_EDITOR="vim.basic -N -u NONE -c 'set backup swapfile' -c 'normal Ovim' -c wq" git commit -q --amend
  assert_silent "$ERR" "guard: denied"
fi
# Not so what steers git, what it keeps, or what takes a file of before there.
echo precious >kept
for act in 'echo x >.git/config~x' 'echo x >.git/refs/heads/COMMIT_EDITMSG' 'mv .git/HEAD .git/HEAD~' \
  'echo x >>.git/HEAD' 'mv kept .git/COMMIT_EDITMSG' 'sed -i s/x/y/ .git/config'; do
  guard_run --on-ask deny -- bash -c "$act"
  assert_says "$ERR" "guard: denied"
done
assert_content kept precious
# A rebase that began before goes on outside of guard, perhaps: its list stays as it is.
GIT_SEQUENCE_EDITOR='sed -i "1i break"' git rebase -q -i HEAD~1 >/dev/null 2>&1 || true
assert_exists .git/rebase-merge/git-rebase-todo
for act in 'echo "exec touch planted" >>$T' 'sed -i "1i exec touch planted" $T' 'echo x >n; mv n $T' 'rm $T'; do
  guard_run --on-ask deny -- env T=.git/rebase-merge/git-rebase-todo bash -c "$act"
  assert_says "$ERR" "guard: denied"
done
assert_silent .git/rebase-merge/git-rebase-todo planted
git rebase --abort
# A file that git has is removed by git as by rm; not a list of them.
for n in 1 2 3 4 5 6 7; do echo "$n" >"t$n"; done
git add t? && git commit -qm files
guard_run --on-ask deny -- git rm -q t1 t2
assert_status 0
guard_run --on-ask deny -- git rm -q t3 t4 t5 t6 t7
assert_says "$ERR" "guard: denied"
guard_run --on-ask deny -- git rm -q 't*'
assert_says "$ERR" "guard: denied"
guard_run --on-ask deny -- bash -c 'for n in 3 4 5 6 7; do git rm -q t$n; done; true'
assert_says "$ERR" "guard: denied"
# With the last file of a folder goes the folder; by git, not by the next program.
mkdir photos one
for n in 1 2 3; do echo "$n" >"photos/$n.jpg"; done
echo x >one/x
git add photos one && git commit -qm photos
guard_run --on-ask deny -- git rm -q one/x
assert_status 0
guard_run --on-ask deny -- git rm -q photos/1.jpg photos/2.jpg photos/3.jpg
assert_status 0
assert_silent "$ERR" denied
assert_missing one photos
git reset -q --hard
guard_run --on-ask deny -- bash -c 'cd photos; git rm -q --cached 1.jpg 2.jpg 3.jpg; rm 1.jpg 2.jpg 3.jpg; rmdir ../photos'
assert_says "$ERR" 'guard: denied'
assert_exists photos
git reset -q --hard
