# SPDX-License-Identifier: Apache-2.0
# A plan's lines need no question; what they do not name does; a line that cannot be confirmed ends
# the start with its number.
. "$LIB/case.sh"
precious build/a build/b old/c src/d
printf '# what is to go\n\nrm -rf build\n  rm -r old  \n' >"$CASE_ROOM/plan"
guard_run --on-ask deny --pre-confirm "@$CASE_ROOM/plan" -- bash -c 'rm -rf build; rm -r old; rm -r src; true'
assert_missing build old
assert_exists src/d
with_undo
# A plan in the workspace cannot be made longer for the next run; another file can.
printf 'rm -rf build\n' | tee plan.txt >other.txt
for command in 'echo "rm -rf src" >>plan.txt' 'cp other.txt plan.txt' 'mv other.txt plan.txt' 'rm plan.txt'; do
  guard_run --on-ask deny --pre-confirm @plan.txt -- bash -c "$command"
  assert_content plan.txt 'rm -rf build'
  assert_recorded "r['decision'] != 'allow' and 'FS_CONFIG_SECRETS' in r['categories']"
done
guard_run --on-ask deny --pre-confirm @plan.txt -- bash -c 'echo more >>other.txt'
assert_status 0
printf 'rm -rf build\nrm -rf $HOME\n' >"$CASE_ROOM/plan"
guard_run --pre-confirm "@$CASE_ROOM/plan" -- touch ran
assert_refused_to_start 125 "plan:2: "
guard_run --pre-confirm "@$CASE_ROOM/none" -- touch ran
assert_refused_to_start 125 "cannot read the plan"
