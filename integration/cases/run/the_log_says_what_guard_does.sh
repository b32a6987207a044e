# SPDX-License-Identifier: Apache-2.0
# guard run --log FILE tells what guard's own processes did: start, level, backend, self-test, the
# command's end; GUARD_LOG does the same; the session cannot reach the file; a file that cannot be
# opened starts nothing. guard doctor --bundle packs it, without secrets, and overwrites nothing.
. "$LIB/case.sh"
log=$HOME/guard.log

guard_run --log "$log" -- sh -c 'exit 7'
assert_status 7
for event in "session.start version=" "level=" "backend=" "kernel=" selftest.passed "command.ended status=7" "session.end"; do
  until_true 10 grep -qF -- "$event" "$log" || fail "no \"$event\" in: $(cat "$log")"  # the last line comes when the tree has ended
done
[[ $(stat -c %a "$log") = 600 ]] || fail "others may read the log"

before=$(grep -c session.start "$log")
GUARD_LOG=$log GUARD_LOG_LEVEL=error guard run -- true
[[ $(grep -c session.start "$log") = "$before" ]] || fail "an info line at level error"
GUARD_LOG=$log guard run -- true
[[ $(grep -c session.start "$log") = $((before + 1)) ]] || fail "GUARD_LOG wrote nothing"

guard_run --log "$log" -- sh -c "echo forged >>'$log'; rm -f '$log'"
grep -q forged "$log" && fail "the session wrote into the log"
grep -q session.start "$log" || fail "the session took the log away"

guard_run --log "$HOME/missing/x.log" -- touch started
assert_status 125
[[ ! -e started ]] || fail "it ran without its log"
guard_run --log "$log" --log-level loud -- touch started
assert_status 125
grep -q "debug, info, warning, error" "$ERR" || fail "no list of levels"

guard doctor --bundle "$HOME/report.tar.gz" >"$OUT" || fail "doctor --bundle"
names=$(tar -tzf "$HOME/report.tar.gz")
for name in version.txt doctor.json policy.txt log.txt; do
  [[ $names == *"$name"* ]] || fail "no $name in: $names"
done
tar -xzOf "$HOME/report.tar.gz" guard-bundle/log.txt | grep -q session.start || fail "an empty log in it"
status=0
guard doctor --bundle "$HOME/report.tar.gz" >"$OUT" 2>"$ERR" || status=$?
[[ $status = 1 ]] || fail "it wrote over a bundle"
grep -q "File exists" "$ERR" || fail "it does not say why"
