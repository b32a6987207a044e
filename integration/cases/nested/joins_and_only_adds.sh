# SPDX-License-Identifier: Apache-2.0
# A guard run inside joins the session: what the one outside refuses stays refused, what its own
# policy adds is refused too, whatever becomes of the processes that stand between. 60, T23.
. "$LIB/case.sh"
precious nest/egg
cat >strict.yaml <<'YAML'
version: 1
rules:
  - {id: no-touch, when: {act: [create], path: "kept*"}, decision: deny, message: not here}
  - {id: no-seq, when: {command: seq}, decision: deny}
YAML
# Acts for the first time when all who stood between it and the inner run have gone.
cat >daemon.py <<'PYTHON'
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(0.5)
        try:
            open("kept2", "w").close()
        finally:
            open("orphan", "w").close()
    os._exit(0)
os.wait()
PYTHON
guard_run --on-ask deny -- bash -c '"$0" run --policy strict.yaml -- bash -c "echo a >ok; echo a >kept1; seq 3; rm -rf nest
  python3 -B daemon.py; until [ -e orphan ]; do sleep 0.1; done"
  echo outside >kept3' "$GUARD"
assert_status 0
assert_exists ok orphan
assert_missing kept1 kept2
assert_content kept3 outside
assert_untouched nest/egg
assert_says "$ERR" "its policy holds, this one can only add to it"
assert_says "$ERR" "not here (rule nested.no-touch: the rule holds for "
assert_recorded "r['rule'] == 'nested.no-seq' and r['decision'] == 'deny'"
assert_recorded "r['rule'].startswith('fs.delete') and r['decision'] == 'deny'"
# One more inside adds one more.
guard_run --on-ask deny --quiet -- "$GUARD" run --quiet --policy strict.yaml -- "$GUARD" run -- bash -c 'echo a >kept4; echo deep'
assert_content "$OUT" deep
assert_missing kept4
