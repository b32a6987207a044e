# SPDX-License-Identifier: Apache-2.0
# A command hook: the words as they are, JSON on standard input, a clean environment, /, no descriptors.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
tier_three
seen=$CASE_ROOM/home/seen
mkdir "$seen"
hook page <<SH
#!/bin/bash
[[ \$GUARD_ALERT_EVENT == asked ]] || exit 0
cat >"$seen/stdin"
env >"$seen/env"
pwd >"$seen/cwd"
ls /proc/\$\$/fd >"$seen/fds"
printf '%s\n' "\$@" >"$seen/words"
cat /proc/\$\$/status >"$seen/status"
echo noise
touch "$seen/done"
SH
alerts_policy '  command: ["~/hooks/page", "$(touch /tmp/never)", "two words", "; exit 1"]'
export OF_THE_PERSON=private
start_guarded --policy "$ALERTS" -- bin/git -C . push --force
wait_for_question
until_true 20 test -e "$seen/done" || fail "the command did not run: $(guard pending 2>&1)"
QUESTION=$(<"$seen/stdin")
[[ $(json_of "data['id']") == "$question_id" && $(json_of "data['event']") == asked ]] || fail "stdin: $QUESTION"
assert_content "$seen/cwd" /
assert_content "$seen/words" $'$(touch /tmp/never)\ntwo words\n; exit 1'
assert_says "$seen/env" "GUARD_ALERT_TIER=3"
assert_says "$seen/env" "GUARD_ALERT_ID=$question_id"
assert_silent "$seen/env" OF_THE_PERSON
assert_silent "$seen/env" GUARD_STATE_DIR
! grep -vxE '0|1|2|255' "$seen/fds" || fail "descriptors: $(cat "$seen/fds")"
# Those that the case itself runs under, and none of guard's.
[[ $(grep '^Seccomp_filters:' "$seen/status") == "$(grep '^Seccomp_filters:' /proc/$$/status)" ]] ||
  fail "it runs under a filter: $(grep '^Seccomp' "$seen/status")"
guard deny "$question_id"
finish_guarded
assert_silent "$ERR" alerts:
assert_silent "$OUT" noise
