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
# An act that is refused in every mode cannot be confirmed; a pattern that never holds otherwise, or takes in everything,
# is told in a line.
for line in 'rm -rf /' 'rm -rf /usr' 'dd if=/dev/zero of=/dev/sda'; do
  guard_run --pre-confirm "$line" -- touch ran
  assert_refused_to_start 125 "--pre-confirm '$line' never holds: it is absurd, and refused in every mode"
done
echo 'rm -rf /' >"$CASE_ROOM/plan"
guard_run --pre-confirm "@$CASE_ROOM/plan" -- touch ran
assert_refused_to_start 125 "--pre-confirm 'rm -rf /' never holds"
warned() { # LINE TEXT
  guard_run --pre-confirm "$1" -- true
  assert_status 0
  assert_says "$ERR" "warning: --pre-confirm '$1' $2"
  [[ $(grep -c -e --pre-confirm "$ERR") -eq 1 ]] || fail "told in more than one line: $1"
  guard_run -q --pre-confirm "$1" -- true
  assert_silent "$ERR" "--pre-confirm"
}
warned 'rm -rf .git' 'never holds: it is tier 3'
warned 'no-such-program -x' 'never holds: it is of a program whose words guard does not know'
warned 'rm -rf *' 'takes in the whole workspace, unasked'
guard_run --pre-confirm 'rm -rf build/*' -- true
assert_silent "$ERR" "warning: --pre-confirm"
