# SPDX-License-Identifier: Apache-2.0
# A repository that the session made is its own to delete, with its settings and hooks. One of before
# keeps its settings, although git has written them anew, under another inode.
. "$LIB/case.sh"
git init -q old && git -C old config user.email a@b && git -C old config user.name a
guard_run --on-ask deny -- bash -c 'git init -q new && cd new && git config user.email a@b && git config user.name a &&
  git commit -q --allow-empty -m first && cd .. && rm -rf new'
assert_status 0
assert_missing new
assert_nothing_asked
guard_run --on-ask deny -- bash -c 'git -C old config core.abbrev 9 && rm old/.git/config'
assert_status_not 0
[[ $(git -C old config user.email) == a@b ]] || fail "the settings are gone"
