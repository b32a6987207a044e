# SPDX-License-Identifier: Apache-2.0
# A job that ignores SIGHUP (nohup) outlives its terminal, and its question goes on waiting for guard approve; what heeds the signal
# takes its question along.
. "$LIB/case.sh"
precious job/one front/one
cat >close_it.py <<'PYTHON'
import sys, time
from raw_terminal import RawTerminal
terminal = RawTerminal([sys.argv[1], "run", "--session", "left", "--", "bash", "--norc", "-c",
                        "nohup sh -c 'rm -rf job/*; echo done >out' >/dev/null 2>&1 & sleep 1; rm -rf front/*; wait"])
terminal.until(b"deny")
time.sleep(1.5)
terminal.close()
assert terminal.end() is not None
PYTHON
PYTHONPATH=$LIB python3 -B close_it.py "$GUARD" || fail "it did not end"
one_is_left() { [[ $(guard pending --json | python3 -c 'import json, sys; print(len(json.load(sys.stdin)))') == 1 ]]; }
until_true 10 one_is_left || fail "what waits: $(guard pending)"
sleep 1
one_is_left || fail "what waits a second later: $(guard pending)"
wait_for_question
assert_exists job/one
guard approve "$question_id" >/dev/null
until_true 10 test -e out
assert_missing job/one
assert_exists front/one
