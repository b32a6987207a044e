# SPDX-License-Identifier: Apache-2.0
# guard run --discard-on-fail takes back all that a CMD which fails changed and made, and ends as CMD did. One that succeeds
# keeps it. Where something still runs nothing is discarded.
. "$LIB/case.sh"
with_undo
echo one >kept
echo two >edited
tried='echo made >made; mkdir folder; echo x >folder/x; rm kept; echo three >edited; echo told'
as_before() { [[ $(<edited) == two && -e kept && ! -e made && ! -e folder ]]; }

guard_run --session fails --discard-on-fail -- bash -c "$tried; exit 7"
assert_status 7
as_before || fail "it is not as before: $(ls -R)"
assert_content "$OUT" told
assert_says "$ERR" "what it changed and made is discarded"
undo=$(sed -n 's/.*to revert: guard undo --session //p' "$ERR")
guard undo --session "$undo" --yes >"$OUT" 2>&1 || fail "the discard cannot be taken back: $(<"$OUT")"
[[ $(<edited) == three && ! -e kept && -e folder/x ]] || fail "the discard was not taken back: $(ls -R)"
guard undo --all --session fails --yes >"$OUT" 2>&1 || fail "$(<"$OUT")"
as_before || fail "it is not as before: $(ls -R)"

guard_run --session killed --discard-on-fail -- bash -c "$tried; kill -TERM \$\$"
assert_status 143
as_before || fail "after a signal it is not as before: $(ls -R)"

# A folder of its own stands where it had another one: that has to go first.
guard_run --session rotated --discard-on-fail -- bash -c 'mkdir o; mv o o.old; mkdir -p o/s; false'
assert_status 1
assert_silent "$ERR" "not restored"
assert_missing o o.old
as_before || fail "a rotated folder: it is not as before: $(ls -R)"

guard_run --session nothing --discard-on-fail -- false
assert_status 1
assert_says "$ERR" "left nothing to discard"

guard_run --session lives --discard-on-fail -- bash -c "$tried; sleep 30 >/dev/null 2>&1 & echo \$! >$CASE_ROOM/pid; exit 1"
assert_status 1
assert_says "$ERR" "a process of the session still runs; later: guard undo --all --session lives"
[[ -e made ]] || fail "it was discarded although something still runs"
kill "$(<"$CASE_ROOM/pid")"
wait_for_closing
guard undo --all --session lives --yes >"$OUT" 2>&1 || fail "$(<"$OUT")"
as_before || fail "it is not as before: $(ls -R)"

guard_run --session succeeds --discard-on-fail -- bash -c "$tried"
assert_status 0
[[ -e made && $(<edited) == three ]] || fail "what succeeded was discarded"

guard_run --no-undo --discard-on-fail -- true
assert_status 125
assert_says "$ERR" "--discard-on-fail takes back by undo, which is off"
