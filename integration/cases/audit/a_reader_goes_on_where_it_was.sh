# SPDX-License-Identifier: Apache-2.0
# export --follow --after CURSOR goes on after a restart: nothing is lost, nothing comes twice. A cursor that is
# not on record any more is told, and nothing is printed.
. "$LIB/case.sh"
ship() { # CURSOR: into shipped, as JSON lines, until it is stopped
  "$GUARD" audit export --follow --after "$1" >>"$CASE_ROOM/shipped" 2>"$ERR" &
  shipper=$!
}
has_shipped() { grep -qF -- "$1" "$CASE_ROOM/shipped"; }
stop() { # ends as Ctrl-C or a service manager would have it
  kill -TERM "$shipper"
  code=0
  wait "$shipper" || code=$?
  [[ $code -eq 143 ]] || fail "it ends with $code: $(<"$ERR")"
}
last_cursor() {
  tail -1 "$CASE_ROOM/shipped" | python3 -c 'import json, sys; r = json.load(sys.stdin); print(r["session_id"] + "#" + str(r["seq"]))'
}
guard_run -- bash -c '/bin/echo first'
wait_for_closing
ship start
until_true 10 has_shipped '"first"' || fail "what was there is not shipped: $(<"$ERR")"
guard_run -- bash -c '/bin/echo second'
until_true 10 has_shipped '"second"' || fail "what comes is not shipped: $(<"$ERR")"
stop
guard_run -- bash -c '/bin/echo between'
wait_for_closing
cursor=$(last_cursor)
ship "$cursor"
until_true 10 has_shipped '"between"' || fail "what came meanwhile is lost: $(<"$ERR")"
guard_run -- bash -c '/bin/echo third'
wait_for_closing
guard audit export --after start >"$CASE_ROOM/all"
all_shipped() { [[ $(wc -l <"$CASE_ROOM/shipped") -ge $(wc -l <"$CASE_ROOM/all") ]]; }
until_true 10 all_shipped || fail "not all is shipped"
stop
python3 - "$CASE_ROOM" <<'PYTHON' || fail "lost, or twice"
import json, sys
def names(file):
    return [(r["session_id"], r["seq"]) for r in map(json.loads, open(f"{sys.argv[1]}/{file}"))]
shipped = names("shipped")
assert len(set(shipped)) == len(shipped), f"twice: {shipped}"
assert shipped == names("all"), (shipped, names("all"))
PYTHON

# The list takes it too, and shows all of it.
guard audit list --after "$cursor" >"$OUT" 2>"$ERR"
assert_says "$OUT" "/bin/echo between"
assert_silent "$OUT" "/bin/echo second"
"$GUARD" audit export --format ocsf --follow --after "$cursor" --until 2100-01-01 >"$CASE_ROOM/ocsf" &
shipper=$!
ocsf_came() { grep -q third "$CASE_ROOM/ocsf"; }
until_true 10 ocsf_came || fail "no OCSF: $(<"$CASE_ROOM/ocsf")"
stop

# Places that no reader can go on from.
refuses() { # STATUS TEXT WORD...
  code=0
  guard audit "${@:3}" >"$OUT" 2>"$ERR" || code=$?
  [[ $code -eq $1 ]] || fail "guard audit ${*:3}: status $code"
  assert_says "$ERR" "$2"
  [[ ! -s $OUT ]] || fail "guard audit ${*:3} prints: $(<"$OUT")"
}
refuses 1 "no such record, or it was moved away" export --follow --after "${cursor%#*}#99999"
refuses 1 "no such record, or it was moved away" list --after gone#1
refuses 2 "not a cursor" export --after yesterday
refuses 2 "not with --limit" list --after start --limit 5
refuses 2 "jsonl or ocsf" export --follow --format csv
refuses 2 "not with --output" export --follow --output "$CASE_ROOM/file.jsonl"

# Each record comes once, and with its outcome: an act that is under way is held back for a moment.
mkdir many
for number in {1..60}; do echo x >"many/$number"; done
"$GUARD" audit export --follow --after start >"$CASE_ROOM/outcomes" &
shipper=$!
free_policy 'act: delete'
guard_run --policy "$FREE" -- bash -c 'for one in many/*; do rm "$one"; done; /bin/echo done with all'
wait_for_closing
done_came() { grep -q "done with all" "$CASE_ROOM/outcomes"; }
until_true 20 done_came || fail "not all came"
stop
! grep -q '"outcome":"unknown"' "$CASE_ROOM/outcomes" || fail "without outcome: $(grep -c '"outcome":"unknown"' "$CASE_ROOM/outcomes")"
