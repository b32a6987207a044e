# SPDX-License-Identifier: Apache-2.0
# A tree of odd names, links, holes and attributes; a storm of deletes, overwrites, moves and changes;
# an undo --all: everything is as it was, also where that undo is killed on the way. The same when guard is killed in the
# middle of the storm, but for what it made in the last second.
# timeout: 120
. "$LIB/case.sh"
with_undo
. "$LIB/storm.sh"
# ./dev storms asks for many.
read -r files acts kills <<<"${STORM:-300 400 4}"
lines_of() { wc -l 2>/dev/null <"$GUARD_STATE_DIR/undo/$1/journal" || echo 0; }
has_lines() { [[ $(lines_of "$1") -ge $2 ]] || ! kill -0 "$guard_pid" 2>/dev/null; }

grow
guard_run --safe-mode off --session whole -- python3 -B "$LIB/storm.py" "$tree" "$acts" 1
assert_status 0
assert_content "$OUT" "blown over"
# Killed in the middle an undo goes on where it was, and loses nothing on the way. The step in which it was killed may need a
# choice then.
for ((turn = 1; turn <= kills; turn++)); do
  "$GUARD" undo --yes --all --conflicts overwrite --session whole >/dev/null 2>&1 &
  undo=$!
  sleep "0.$((RANDOM % 10))"
  kill -KILL "$undo" 2>/dev/null || true
  wait "$undo" 2>/dev/null || true
done
guard undo --yes --all --conflicts overwrite --session whole
assert_as_remembered "$tree"

killed=0
for ((turn = 1; turn <= kills; turn++)); do
  grow
  start_guarded --safe-mode off --session "cut$turn" -- python3 -B "$LIB/storm.py" "$tree" "$acts" "$((turn + 1))"
  until_true 60 has_lines "cut$turn" $((RANDOM % acts + 1)) || fail "the storm does not begin"
  for pid in $(serving_process "$guard_pid"); do kill -KILL "$pid" && killed=$((killed + 1)); done
  finish_guarded
  guard undo --yes --all --session "cut$turn" # a killed guard loses the list of the last second
  assert_all_back
done
((killed > 0 || kills == 0)) || fail "guard was never killed in time"
