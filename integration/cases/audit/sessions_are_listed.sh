# SPDX-License-Identifier: Apache-2.0
# Sessions newest last, with what they ran, and whether they run, closed or were killed; by the words
# that list shows, show and undo find one record; the file's name chooses the format of an export.
. "$LIB/case.sh"
with_undo
precious lost kept/one
guard_run --session first -- rm lost
wait_for_closing
start_guarded --session second --on-ask deny -- bash -c 'rm -rf kept; echo up >up; until [ -e go ]; do sleep 0.05; done'
until_true 20 test -e up || fail "the second session did not start"
sessions() { QUESTION=$(guard audit sessions --json); }
second_is_told() { sessions && [[ $(json_of "[s['denied'] for s in data]") == "[0, 1]" ]]; }
until_true 5 second_is_told || fail "sessions: $QUESTION"
[[ $(json_of "[(s['session'], s['state']) for s in data]") == '[["first", "closed"], ["second", "running"]]' ]] ||
  fail "sessions: $QUESTION"
[[ $(json_of "data[0]['command'] == ['rm', 'lost'] and data[0]['undoable'] == 1 and data[1]['undoable'] == 0") == true ]] ||
  fail "sessions: $QUESTION"
touch go
finish_guarded
wait_for_closing
guard audit sessions >"$OUT"
assert_says "$OUT" "SESSION"
grep -q '^second .* closed .*bash -c' "$OUT" || fail "second: $(<"$OUT")"
[[ $(guard audit sessions --limit 1 | wc -l) -eq 2 ]] || fail "--limit 1: $(guard audit sessions --limit 1)"

guard audit list >"$OUT"
assert_says "$OUT" "first#2"
# Its first record is of its standard output, a file, which is no act.
assert_silent "$OUT" "first#1 "
guard audit list --all >"$OUT"
assert_says "$OUT" "first#1 "
guard audit show first#2 >"$OUT" || fail "show first#2"
assert_says "$OUT" "rm lost"
undo=$(guard audit list --undo --session first --json | python3 -B "$LIB/query.py" value "data[0]['undo_id']")
guard audit show "$undo" >"$OUT" || fail "show $undo"
assert_says "$OUT" "delete"
guard undo --yes "$undo" >/dev/null || fail "undo $undo"
assert_untouched lost

guard audit export --output x.csv
head -c 11 x.csv | grep -qx 'request_id,' || fail "x.csv begins with $(head -c 60 x.csv)"
guard audit export --output x.json
python3 -c 'import json; assert isinstance(json.load(open("x.json")), list)' || fail "x.json"
guard audit export --output x.ocsf.json
grep -q '"class_uid"' x.ocsf.json || fail "x.ocsf.json: $(head -c 60 x.ocsf.json)"
guard audit export --format json --output y.csv
head -c 1 y.csv | grep -q '\[' || fail "--format says what: $(head -c 60 y.csv)"
