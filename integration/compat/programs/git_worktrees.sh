# SPDX-License-Identifier: Apache-2.0
# Linked worktrees: add, commit in them, move, lock, remove, prune.
# packages: git
# needs: git
# leave-out: .git/index /index
# quick
setup() { git init -q -b main repo && cd repo && seq 20 >f && git add f && git commit -qm first; }
work() {
  cd repo
  git worktree add -q ../side -b side
  (cd ../side && echo side >>f && git commit -qam side)
  git worktree add -q --detach ../look main
  git worktree move ../look ../moved
  git worktree lock ../moved && git worktree unlock ../moved
  git worktree remove ../moved
  git merge -q --ff-only side
  rm -rf ../side && git worktree prune
  git worktree list | sed "s|$HOME||" && git log --format='%H %s' && git fsck --no-progress
}
