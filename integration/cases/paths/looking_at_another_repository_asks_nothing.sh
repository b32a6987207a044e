# SPDX-License-Identifier: Apache-2.0
# git status, git diff and git describe write down by the way what they have looked at: in a repository outside of the workspace
# too, unasked. guard asks about anything else that git writes there.
. "$LIB/case.sh"
other=$CASE_ROOM/home/other
mkdir -p "$other"
git -C "$other" init -q
echo one >"$other/a"
git -C "$other" add a
git -C "$other" -c user.name=a -c user.email=a@b commit -qm one
for step in "status -s" "diff --stat" "describe --always --dirty"; do
  touch -d 2020-01-01 "$other/a"
  guard_run --ci -- git -C "$other" $step
  assert_status 0
  assert_says "$ERR" "nothing refused"
  assert_silent "$ERR" "index.lock"
done
guard_run --on-ask deny -- git -C "$other" rm -q --cached a
assert_status_not 0
[[ $(git -C "$other" ls-files) == a ]] || fail "git rm went through"
