# SPDX-License-Identifier: Apache-2.0
# A program that one rule refuses a long list gets a line for the first few files, one that says that more is
# denied, and the session's end says how many had none. The record has each.
. "$LIB/case.sh"
with_undo
precious many/{101..130}.txt
guard_run --on-ask deny --session summed -- python3 -c '
import os
for name in sorted(os.listdir("many")):
    try: os.unlink("many/" + name)
    except PermissionError: pass'
assert_status 0
[[ $(find many -type f | wc -l) == 26 ]] || fail "left: $(find many)"
lines=$(grep -c '^guard: denied' "$ERR")
((lines > 1 && lines < 10)) || fail "$lines lines"
[[ $(grep -c '^guard: further acts are denied here, without a line for each (rule fs.delete.many)' "$ERR") == 1 ]] || fail "not told that more follow"
more=$(sed -n 's/^guard: and \([0-9]*\) more denials without a line each: .*/\1/p' "$ERR")
[[ $((lines + ${more:-0})) == 26 ]] || fail "$lines lines and '$more' more for 26 denials"
guard audit export --format jsonl | python3 -c '
import json, sys
refused = [r for r in map(json.loads, sys.stdin) if r.get("act") == "delete" and r.get("outcome") == "refused"]
assert len(refused) == 26, refused' || fail "not all is on record"

# A few are told in full.
rm -rf many
precious few/{1..7}.txt
guard_run --on-ask deny -- python3 -c '
import os
for name in sorted(os.listdir("few")):
    try: os.unlink("few/" + name)
    except PermissionError: pass'
[[ $(grep -c '^guard: denied' "$ERR") == 3 ]] || fail "not each has its line"
assert_silent "$ERR" "without a line"
