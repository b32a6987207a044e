# SPDX-License-Identifier: Apache-2.0
# --limit counts the lines that guard audit list shows, not the records that are folded into one of them.
. "$LIB/case.sh"
with_undo
git init -q .
git config user.name a && git config user.email a@b
echo 0 >f && git add f && git commit -qm 0
guard_run --session shop -- bash -c 'for n in 1 2 3; do echo $n >f; git commit -qam $n; done; /bin/echo last'
assert_status 0
wait_for_closing
guard audit list --limit 0 >"$CASE_ROOM/all"
assert_says "$CASE_ROOM/all" "git's own files: "
lines=$(($(wc -l <"$CASE_ROOM/all") - 1))
records=$(guard audit list --limit 0 --all | tail -n +2 | wc -l)
((lines > 3 && records > lines)) || fail "nothing is folded: $lines of $records"
for ((n = 1; n <= lines + 1; n++)); do
  guard audit list --limit "$n" | tail -n +2 >"$OUT"
  diff <(tail -n +2 "$CASE_ROOM/all" | tail -n "$n" | tr -s ' ') <(tr -s ' ' <"$OUT") >"$CASE_ROOM/diff" ||
    fail "--limit $n: $(<"$CASE_ROOM/diff")"
done
[[ $(guard audit list --limit 2 --all | tail -n +2 | wc -l) == 2 ]] || fail "--all --limit 2 has not two"
