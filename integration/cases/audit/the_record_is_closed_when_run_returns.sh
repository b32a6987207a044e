# SPDX-License-Identifier: Apache-2.0
# A program that reads the record right after guard run has returned finds all of it, the closing
# record last.
. "$LIB/case.sh"
echo text >a
for turn in {1..15}; do
  "$GUARD" run --session "t$turn" -- cat a >/dev/null 2>&1 </dev/null
  last=$(guard audit export --session "t$turn" --format jsonl | tail -1)
  [[ $last == *'"kind":"end"'* ]] || fail "turn $turn: the last record is $last"
done
guard audit report t15 >"$CASE_ROOM/report"
assert_silent "$CASE_ROOM/report" "not closed"
# guard does not wait for what goes on in the background.
seconds=$SECONDS
"$GUARD" run --session on -- bash -c 'sleep 30 & disown' >/dev/null 2>&1 </dev/null
((SECONDS - seconds < 10)) || fail "guard run waited for what goes on"
guard audit report on >"$CASE_ROOM/report"
assert_says "$CASE_ROOM/report" "not closed"
guard stop on >/dev/null 2>&1 || guard stop --session on >/dev/null 2>&1 || true
