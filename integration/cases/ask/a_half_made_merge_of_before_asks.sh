# SPDX-License-Identifier: Apache-2.0
# A merge, a rebase or a cherry-pick that a person began may hold what was resolved by hand: to throw it away asks. The
# session may end a merge that it began itself without a question.
# timeout: 120
. "$LIB/case.sh"
command -v git >/dev/null || skip "no git here"
git init -q -b main . && git config user.email a@b && git config user.name a
echo base >f && git add . && git commit -q -m base
git checkout -q -b side && echo side >f && git commit -q -a -m side
git checkout -q main && echo main >f && git commit -q -a -m main
begin() { # SUBCOMMAND: leaves a conflict behind
  case $1 in
    merge) ! git merge -q side >/dev/null 2>&1 ;;
    rebase) ! git rebase -q side >/dev/null 2>&1 ;;
    *) ! git "$1" side >/dev/null 2>&1 ;;
  esac
}
with_undo
for subcommand in merge rebase cherry-pick; do
  begin "$subcommand"
  echo resolved >f
  status=0
  guard run --on-ask deny -- git "$subcommand" --abort >"$OUT" 2>"$ERR" || status=$?
  ((status != 0)) || fail "$subcommand --abort went unasked"
  assert_says "$ERR" "rule git.abort"
  assert_content f resolved
  git "$subcommand" --abort
  guard_run --on-ask deny -- bash -c "! git $subcommand side >/dev/null 2>&1 && git $subcommand --abort"
  assert_status 0
  assert_content f main
  guard_run --on-ask deny -- bash -c "git $subcommand --abort || true" # there is none
  if grep -q "denied" "$ERR"; then fail "$(<"$ERR")"; fi
done
