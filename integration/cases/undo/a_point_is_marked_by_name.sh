# SPDX-License-Identifier: Apache-2.0
# guard checkpoint marks a point of a session that runs, from outside and from inside; undo --to goes back to it.
. "$LIB/case.sh"
with_undo
printf 'before\n' >notes.txt
start_guarded --quiet --session marked -- bash -c '
  echo one >notes.txt
  touch first-done; while [ ! -e go ]; do sleep 0.02; done
  echo two >notes.txt; echo new >made.txt
  '"$GUARD"' checkpoint "inside it" || exit 9
  ! '"$GUARD"' checkpoint 20m 2>/dev/null || exit 8
  cp notes.txt 20m
  echo three >notes.txt'
until_true 10 test -e first-done
guard checkpoint 'after the first' >"$OUT"
assert_says "$OUT" "of session marked; back to it: guard undo --session marked --to"
guard checkpoint --json >"$OUT"
python3 -c 'import json, sys; body = json.load(open(sys.argv[1])); assert body["session_id"] == "marked" and body["name"] == "", body' "$OUT"
for name in 12 20m 00:00 '2 hours ago' today 2025-03-01 -x "$(printf 'a\nb')" "$(printf '%065d' 1 | tr 0 a)"; do
  status=0
  guard checkpoint -- "$name" >"$OUT" 2>"$CASE_ROOM/err" || status=$?
  [[ $status == 2 ]] || fail "the name $name: status $status"
  assert_says "$CASE_ROOM/err" "checkpoint: "
done
touch go
finish_guarded
assert_status 0
guard undo --list --json >"$OUT"
python3 -c 'import json, sys
names = [one["name"] for session in json.load(open(sys.argv[1])) if session["session"] == "marked" for one in session["checkpoints"]]
assert "after the first" in names and "inside it" in names, names' "$OUT"
[[ $(<notes.txt) == three ]] || fail "it did not run to its end"
guard undo --session marked --to 'inside it' --yes >"$OUT"
[[ $(<notes.txt) == two ]] || fail "at the point inside: $(<notes.txt)"
assert_exists made.txt
guard undo --session marked --to 'after the first' --yes >"$OUT"
[[ $(<notes.txt) == one ]] || fail "at the first point: $(<notes.txt)"
assert_missing made.txt

# A time means the time, although a command has it in its words.
guard undo --session marked --to 20m --dry-run >"$OUT" 2>&1 || fail "to a time: $(<"$OUT")"
assert_says "$OUT" "20m is before the session began"

# From outside the session of this folder is meant, and none of another.
mkdir -p here/below there
(cd there && exec "$GUARD" run --quiet --session elsewhere --workspace . -- bash -c 'touch up; while [ ! -e done ]; do sleep 0.02; done') </dev/null &
other=$!
until_true 10 test -e there/up
status=0
(cd here && guard checkpoint) >"$OUT" 2>"$CASE_ROOM/err" || status=$?
[[ $status == 2 ]] || fail "a session of another folder: status $status"
assert_says "$CASE_ROOM/err" "checkpoint: no session runs in this folder; name one of another with --session:"
assert_says "$CASE_ROOM/err" "  elsewhere  in $PWD/there"
(cd here && exec "$GUARD" run --quiet --session nearby --workspace . -- bash -c 'echo x >f; touch up; while [ ! -e done ]; do sleep 0.02; done') </dev/null &
near=$!
until_true 10 test -e here/up
(cd here/below && guard checkpoint) >"$OUT"
assert_says "$OUT" "of session nearby"
(cd here && guard checkpoint --session elsewhere) >"$OUT"
assert_says "$OUT" "of session elsewhere"
touch here/done there/done
wait "$other" "$near"

# Nothing is kept: there is no point to go back to. Nobody runs: there is none to mark.
start_guarded --quiet --no-undo --session unkept -- bash -c 'touch up; while [ ! -e done ]; do sleep 0.02; done'
until_true 10 test -e up
status=0
guard checkpoint >"$OUT" 2>"$CASE_ROOM/err" || status=$?
[[ $status == 1 ]] || fail "without undo: status $status"
assert_says "$CASE_ROOM/err" "this session keeps nothing for undo"
touch done
finish_guarded
status=0
guard checkpoint --session marked >"$OUT" 2>"$CASE_ROOM/err" || status=$?
[[ $status != 0 ]] || fail "a session that has ended was marked"
# A name that was used before: the line names this session alone.
echo one >again.txt
start_guarded --quiet --session marked -- bash -c 'echo two >again.txt; touch up2; while [ ! -e done2 ]; do sleep 0.02; done; echo three >again.txt'
until_true 10 test -e up2
guard checkpoint >"$OUT"
touch done2
finish_guarded
back=$(sed -n 's/.*back to it: guard //p' "$OUT")
# shellcheck disable=SC2086
guard $back --yes >"$OUT" 2>"$CASE_ROOM/err" || fail "'$back': $(<"$CASE_ROOM/err")"
assert_content again.txt two
