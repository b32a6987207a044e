# SPDX-License-Identifier: Apache-2.0
# With undo on, commands of git that throw work away go unasked where they find none: a reset, a checkout or a switch that stays
# at HEAD's commit, a clean without files, no stash. Where there is something, or a commit goes, or a merge is half done, they ask.
# timeout: 180
. "$LIB/case.sh"
command -v git >/dev/null || skip "no git here"
with_undo
git init -q -b main . && git config user.email a@b && git config user.name a
echo one >a && git add . && git commit -q -m one
echo two >a && git commit -q -a -m two
unasked=('reset --hard' 'reset --hard HEAD' 'reset --hard main' 'checkout -f' 'switch -f main' 'clean -fdx' 'stash clear')
for words in "${unasked[@]}"; do
  # shellcheck disable=SC2086
  guard_run --on-ask deny -- git $words
  [[ $status -eq 0 ]] || fail "git $words: $(<"$ERR")"
done
asks() { # RULE WORD...
  status=0
  guard run --on-ask deny -- git "${@:2}" >"$OUT" 2>"$ERR" </dev/null || status=$?
  ((status != 0)) || fail "git ${*:2} went unasked"
  assert_says "$ERR" "rule $1"
}
asks git.reset.hard reset --hard HEAD~1
echo mine >a
asks git.reset.hard reset --hard
asks git.checkout.discard checkout -f
asks git.switch.force switch -f main
git stash push -q -m mine
asks git.stash.drop stash clear
echo new >untracked
asks git.clean clean -fdx
assert_content untracked new
rm untracked
# A merge that changes no file is half done all the same.
git branch side HEAD~1
git merge -q -s ours --no-ff --no-commit side 2>/dev/null || git rev-parse side >.git/MERGE_HEAD
[[ -e .git/MERGE_HEAD ]] || git rev-parse side >.git/MERGE_HEAD
asks git.reset.hard reset --hard
assert_exists .git/MERGE_HEAD
# Nothing is saved for who is in between.
rm .git/MERGE_HEAD
export GUARD_UNDO=off
asks git.reset.hard reset --hard
