# SPDX-License-Identifier: Apache-2.0
# Folders move, go and are made anew under the names of others, files where folders were: everything
# of before is as it was, whatever stands in its way; the undo is undone, and done again.
# timeout: 120
. "$LIB/case.sh"
with_undo
. "$LIB/storm.sh"
files=120
for seed in {1..8} 11 20 21 128; do
  grow
  cp "$CASE_ROOM/remembered" "$CASE_ROOM/before"
  guard_run --on-ask allow --safe-mode off --session "s$seed" -- python3 -B "$LIB/folder_storm.py" "$tree" 60 "$seed"
  assert_content "$OUT" "blown over"
  remember "$tree"
  cp "$CASE_ROOM/remembered" "$CASE_ROOM/changed"
  cp "$CASE_ROOM/before" "$CASE_ROOM/remembered"
  guard undo --yes --session "s$seed" 2>"$ERR" || fail "seed $seed: $(head -5 "$ERR")"
  assert_all_back
  undo=$(guard undo --list --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[-1]["session"])')
  guard undo --yes --session "$undo" 2>"$ERR" || fail "seed $seed, back: $(head -5 "$ERR")"
  cp "$CASE_ROOM/changed" "$CASE_ROOM/remembered"
  assert_as_remembered "$tree"
  guard undo --yes --session "s$seed" 2>"$ERR" || fail "seed $seed, again: $(head -5 "$ERR")"
  cp "$CASE_ROOM/before" "$CASE_ROOM/remembered"
  assert_all_back
done
