# SPDX-License-Identifier: Apache-2.0
# Processes that an approved sudo leaves as root, and those that ignore the end of its session, are named on guard's
# last line and in the record; no process of guard's waits for it, also where all of guard was killed at once.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
is_there() { pgrep -f "$1" >/dev/null; }
is_gone() { ! is_there "$1"; }
end() { sudo kill -9 "$(pgrep -f "$1")"; } # PATTERN
guard_run --session daemon --policy "$UNASKED" -- sudo sh -c 'setsid sleep 51 >/dev/null 2>&1 </dev/null & sleep 0.2'
assert_status 0
left=$(pgrep -f '^sleep 51$')
[[ $(tail -1 "$ERR") == "guard: 1 process of root still runs outside of guard, which cannot end it: sleep, process $left" ]] || fail "$(<"$ERR")"
ended() { [[ $(guard audit list --session daemon --json --limit 0) == *"\"left_outside\":[\"sleep, process $left, of root\"]"* ]]; }
until_true 10 ended || fail "not on record: $(guard audit list --session daemon --json --limit 0 | tail -1)"
end '^sleep 51$'
start_guarded --policy "$UNASKED" --session ignores -- bash -c 'trap "" HUP TERM; sudo sleep 52; true'
until_true 10 is_there '^sleep 52$' || fail "sleep did not start"
guard stop ignores >/dev/null
finish_guarded
left=$(pgrep -f '^sleep 52$')
[[ $(<"$ERR") == *"of root still run"*"sleep, process $left"* ]] || fail "$(<"$ERR")"
end '^sleep 52$'
# Nothing is left: no line.
guard_run --policy "$UNASKED" -- sudo true
assert_silent "$ERR" "outside of guard"
start_guarded --policy "$UNASKED" --session killed -- bash -c 'trap "" HUP TERM; sudo sleep 53; true'
until_true 10 is_there '^sleep 53$' || fail "sleep did not start"
ward=$(pgrep -P "$guard_pid" guard-ward)
serving=$(pgrep -P "$ward" guard-serve)
keeper=$(pgrep -P "$serving" guard-raised)
kill -9 "$guard_pid" "$ward" "$serving" $(pgrep -P "$serving" guard-reaper)
finish_guarded 2>/dev/null
waits_no_more() { [[ $(ps -o stat= -p "$keeper") != [RSDT]* ]]; }
until_true 10 waits_no_more || fail "the keeper waits"
is_there '^sleep 53$' || fail "it was no daemon"
end '^sleep 53$'
