# SPDX-License-Identifier: Apache-2.0
# After an undo git is whole: `git gc` removes folders of objects and refs, and git makes them anew for what
# follows. Objects that come back go into these folders, beside the ones that the session put there. No folder
# moves aside to a name under which git would miss its objects, or take its files for refs.
. "$LIB/case.sh"
with_undo
export GIT_AUTHOR_NAME=ana GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=ana GIT_COMMITTER_EMAIL=a@b
assert_whole() { # that git can read all of it, and nothing lies aside
  git fsck --no-dangling >"$OUT" 2>&1 || fail "git fsck: $(<"$OUT")"
  assert_silent "$OUT" "missing"
  assert_silent "$OUT" "error"
  git log --all >"$OUT" 2>&1 || fail "git log --all: $(<"$OUT")"
  assert_silent "$OUT" "before-undo"
  git for-each-ref >"$OUT"
  assert_silent "$OUT" "before-undo"
}
nothing_aside() {
  [[ -z $(find . -name '*.before-undo*') ]] || fail "aside: $(find . -name '*.before-undo*')"
}
repository() { # NAME: with commits enough for most of the 256 folders of objects
  git init -q -b main "$1"
  cd "$1"
  git config gc.auto 0
  for i in $(seq "${2:-3}"); do
    echo "$i" >>README.md
    git add README.md
    git commit -qm "$i"
  done
}

# The commits that a session made after a `git gc` stay, as objects that nothing is missing of.
repository gc 40
guard_run --on-ask allow --session s -- bash -c 'git gc -q; git checkout -q -b feat
  for i in 1 2 3 4 5 6 7 8; do echo x$i >>README.md; git commit -qam x$i; done; git checkout -q main'
assert_status 0
feat=$(git rev-parse feat)
main=$(git rev-parse main)
guard undo --dry-run --session s >"$OUT" || fail "the preview: $?"
assert_silent "$OUT" "aside"
guard undo --yes --session s 2>"$ERR" || fail "status $?"
assert_silent "$ERR" "before-undo"
nothing_aside
assert_whole
git log "$feat" -- >/dev/null || fail "what the session committed is gone"
[[ $(git rev-parse main) == "$main" && $(git rev-list --count main) -eq 40 ]] || fail "main is another"
undo=$(guard undo --list --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[-1]["session"])')
guard undo --yes --session "$undo" 2>"$ERR" || fail "the undo of the undo: $?"
nothing_aside
assert_whole
[[ $(git rev-parse feat) == "$feat" ]] || fail "feat is another"
guard undo --yes --session s 2>"$ERR" || fail "once more: $?"
nothing_aside
assert_whole
cd ..

# Remote branches, of which `git gc` removes the folder and `git push` makes it anew.
repository origin
cd ..
git clone -q --bare origin origin.git
git clone -q --no-hardlinks origin.git push
cd push
guard_run --on-ask allow --session push -- bash -c 'git gc -q; echo x >>README.md; git commit -qam x; git push -q'
assert_status 0
guard undo --yes --session push 2>"$ERR" || fail "status $?"
nothing_aside
assert_whole
git gc -q || fail "git gc"
cd ..

# A branch of the session stays beside one that comes back.
repository branches
git branch feature/a
guard_run --on-ask allow --session branches -- bash -c 'git branch -qd feature/a; git checkout -q -b feature/b
  echo x >>README.md; git commit -qam x; git checkout -q main'
assert_status 0
branch=$(git rev-parse feature/b)
guard undo --yes --session branches 2>"$ERR" || fail "status $?"
nothing_aside
assert_whole
git rev-parse -q --verify feature/a >/dev/null || fail "feature/a is not back"
[[ $(git rev-parse feature/b) == "$branch" ]] || fail "feature/b went"
cd ..

# Where a branch comes back as a file its folder cannot stay. It moves to where git looks for no refs.
repository file
git branch feature
guard_run --on-ask allow --session file -- bash -c 'git branch -qd feature; git checkout -q -b feature/b
  echo x >>README.md; git commit -qam x; git checkout -q main'
assert_status 0
branch=$(git rev-parse feature/b)
guard undo --dry-run --session file >"$OUT" || fail "the preview: $?"
assert_says "$OUT" ".git/refs/heads/feature (41 B); the folder that is there moves aside"
guard undo --yes --session file 2>"$ERR" || fail "status $?"
assert_whole
git rev-parse -q --verify feature >/dev/null || fail "feature is not back"
assert_content .git/feature.before-undo/b "$branch"
undo=$(guard undo --list --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[-1]["session"])')
guard undo --yes --session "$undo" 2>"$ERR" || fail "the undo of the undo: $?"
nothing_aside
assert_whole
[[ $(git rev-parse feature/b) == "$branch" ]] || fail "feature/b is not back"
