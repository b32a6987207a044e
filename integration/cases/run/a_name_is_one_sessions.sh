# SPDX-License-Identifier: Apache-2.0
# Two runs at once may not have one name, at whatever sockets: their acts would be on record as one session's. The name that
# a run prints is the one that its record has, and it is free again once the session has ended.
. "$LIB/case.sh"
with_undo
start_guarded --session same --ci --report first.json -- bash -c 'until [[ -e go ]]; do sleep 0.05; done; echo x >made'
until_true 10 test -S "$XDG_RUNTIME_DIR/guard/same.sock" || fail "no socket"
second=0
"$GUARD" run --session same --socket "$CASE_ROOM/other.sock" -- touch ran >"$CASE_ROOM/out" 2>"$CASE_ROOM/err" </dev/null || second=$?
[[ $second -eq 125 ]] || fail "a second session of the name starts: $second"
assert_says "$CASE_ROOM/err" "a session called same runs already: choose another name"
assert_missing ran
"$GUARD" run -q --session another --socket "$CASE_ROOM/another.sock" -- true || fail "another name is not free"
touch go
finish_guarded
assert_says first.json '"name": "same"'
wait_for_closing
for run in 2 3; do
  "$GUARD" run --session same --ci --report next.json -- touch "ran$run" 2>"$CASE_ROOM/err" || fail "the name stays taken: $(<"$CASE_ROOM/err")"
  assert_says next.json "\"name\": \"same~$run\""
done
guard audit sessions >"$OUT"
[[ $(grep -c '^same~[123] ' "$OUT") -eq 3 ]] || fail "the record has other names: $(<"$OUT")"
