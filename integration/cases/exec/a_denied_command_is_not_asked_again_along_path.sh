# SPDX-License-Identifier: Apache-2.0
# dash and kin go on along PATH when an exec is refused: the same command of the same process, found in
# another folder (/bin is /usr/bin on many systems), was denied already and is not asked about again.
# Another command of that process is.
. "$LIB/case.sh"
precious kept/a other/b
mkdir -p one two
ln -s "$(command -v rm)" one/rm
ln -s "$(command -v rm)" two/rm
cat >along.py <<'PYTHON'
import os
def tries(path, *words):
    try:
        os.execv(path, words)
    except OSError as error:
        print(error.errno, *words, flush=True)
tries("one/rm", "rm", "-rf", "kept")
tries("two/rm", "rm", "-rf", "kept")
tries("two/rm", "rm", "-rf", "other")
PYTHON
start_guarded -- env "PATH=$PWD/one:$PWD/two" /bin/sh -c 'rm -rf kept; echo "status $?"'
wait_for_question
guard deny "$question_id" >/dev/null
finish_guarded
assert_says "$OUT" "status 126"
assert_untouched kept/a
[[ $(grep -c '^guard: denied' "$ERR") -eq 1 ]] || fail "told more than once"

start_guarded -- python3 along.py
wait_for_question
first=$question_id
guard deny "$first" >/dev/null
other_waits() { one_question_waits && [[ $question_id != "$first" ]]; }
until_true 20 other_waits || fail "another command of that process is not asked about"
[[ $(json_of "'other' in data[0]['what']") == true ]] || fail "asked again: $QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
[[ $(<"$OUT") == $'1 rm -rf kept\n1 rm -rf kept\n1 rm -rf other' ]] || fail "it saw: $(<"$OUT")"
assert_untouched kept/a other/b

# Nor is it counted twice where nobody is asked.
guard_run --session nobody --on-ask deny -- env "PATH=$PWD/one:$PWD/two" /bin/sh -c 'rm -rf kept; echo "status $?"'
assert_says "$OUT" "status 126"
[[ $(grep -c '^guard: denied' "$ERR") -eq 1 ]] || fail "told more than once"
guard audit list --session nobody --decision unasked --json | python3 -c '
import json, sys
denied = [r["argv"] for r in json.load(sys.stdin) if r["act"] == "exec"]
assert denied == [["rm", "-rf", "kept"]], denied'
guard_run --session both --on-ask deny -- python3 along.py
guard audit list --session both --decision unasked --json | python3 -c '
import json, sys
denied = sorted(r["argv"][-1] for r in json.load(sys.stdin) if r["act"] == "exec")
assert denied == ["kept", "other"], denied'
# A report has it once, as what a person could approve.
guard_run --ci --report report.json -- env "PATH=$PWD/one:$PWD/two" /bin/sh -c 'rm -rf kept'
assert_says "$ERR" "1 refused: 0 by rule, 1 that a person could approve"
python3 -c '
import json
refused = json.load(open("report.json"))["refusals"]
assert [(one["rule"], one["count"]) for one in refused] == [("fs.delete", 1)], refused'
