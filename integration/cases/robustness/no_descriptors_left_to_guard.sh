# SPDX-License-Identifier: Apache-2.0
# guard itself runs out of descriptors during the session: acts are refused and recorded, and go on
# when there are some again.
. "$LIB/case.sh"
[[ $(id -u) -eq 0 ]] || skip "guard's own limits are out of reach of its user"
own_guard
precious kept/f
cat >acts.py <<'PYTHON'
import os, time
def wait_for(name):
    while not os.path.exists(name):
        time.sleep(0.02)
open("up", "w").close()
wait_for("go")
try:
    os.unlink("kept/f")
except OSError as error:
    print(error.errno, flush=True)
wait_for("again")
os.unlink("kept/f")
PYTHON
free_policy 'act: delete, path: "kept/**"'
start_guarded --policy "$FREE" --on-ask deny -- python3 acts.py
serving_process() {
  for pid in $(guard_processes); do
    [[ $(<"/proc/$pid/comm") != guard-serve ]] || { serving=$pid; return; }
  done
  return 1
}
until_true 20 test -e up || fail "the program does not start"
until_true 20 serving_process || fail "guard's serving process was not found"
limits=$(prlimit --pid "$serving" --nofile --raw --noheadings --output SOFT,HARD)
prlimit --pid "$serving" --nofile="4:${limits##* }"
touch go
until_true 20 test -s "$OUT" || fail "the act got no answer"
assert_untouched kept/f
prlimit --pid "$serving" --nofile="${limits% *}:${limits##* }"
touch again
finish_guarded
assert_status 0
assert_missing kept/f
assert_says "$OUT" 24
assert_recorded "r['act'] == 'delete' and r['outcome'] == 'refused'"
assert_recorded "r['act'] == 'delete' and r['outcome'] == 'done'"
