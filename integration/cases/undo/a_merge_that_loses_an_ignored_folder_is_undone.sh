# SPDX-License-Identifier: Apache-2.0
# A branch has a link where the work tree has a folder of ignored files. `git merge` then deletes the folder without a
# word, and git has no copy. Under guard that asks nothing either, but the files are saved: guard undo gives them back,
# alone or together with the branch as it was. README.md tells this story.
. "$LIB/case.sh"
with_undo
export GIT_AUTHOR_NAME=ana GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=ana GIT_COMMITTER_EMAIL=a@b

repository() { # NAME
  git init -q -b main "$1"
  cd "$1"
  mkdir shared
  echo common >shared/settings
  echo local/ >.gitignore
  git add .
  git commit -qm "one folder for all"
  git switch -qc links
  ln -s shared local
  git add local
  git commit -qm "local: a link to shared"
  git switch -q main
  mkdir -m 0700 local
  echo mine >local/settings
  echo ideas >local/notes.md
  chmod 0600 local/notes.md
}

assert_replaced() {
  [[ -L local && $(git log -1 --format=%s) == "local: a link to shared" ]] || fail "the merge left: $(ls -la)"
}

# Bare: git says nothing, and both files are gone.
repository bare
git merge -q links >"$OUT" 2>&1 || fail "bare: git merge ended with $?"
[[ ! -s $OUT ]] || fail "bare: git said: $(<"$OUT")"
assert_replaced
[[ -z $(find . -name notes.md) ]] || fail "bare: git kept the file, so that there is nothing to give back"
cd ..

# The folder alone comes back; the merge stays.
repository guarded
before=$(stat -c '%n %F %a %Y' local/*)
guard_run --session merge -- git merge -q links
assert_status 0
[[ ! -s $OUT && ! -s $ERR ]] || fail "the guarded merge said: $(<"$OUT") $(<"$ERR")"
assert_nothing_asked
assert_replaced
guard undo --yes local >"$OUT" || fail "undo of the folder: $?"
assert_says "$OUT" "restored 2 files and 1 folder"
assert_content local/settings mine
assert_content local/notes.md ideas
[[ $(stat -c '%n %F %a %Y' local/*) == "$before" && $(stat -c %a local) == 700 ]] || fail "modes or times: $(ls -la local)"
[[ $(git log -1 --format=%s) == "local: a link to shared" ]] || fail "the undo of a folder took the merge along"
assert_content shared/settings common
cd ..

# Without a name all of it comes back, the branch too.
repository whole
head=$(git rev-parse HEAD)
remember local
guard_run --session whole -- git merge -q links
assert_status 0
assert_replaced
guard undo --yes --all --session whole >"$OUT" || fail "undo: $?"
assert_as_remembered local
[[ $(git rev-parse HEAD) == "$head" ]] || fail "HEAD is $(git log -1 --oneline)"
[[ -z $(git status --porcelain) ]] || fail "git status: $(git status --porcelain)"
git fsck --no-dangling >"$OUT" 2>&1 || fail "git fsck: $(<"$OUT")"
