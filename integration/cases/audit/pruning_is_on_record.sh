# SPDX-License-Identifier: Apache-2.0
# Less than 90 days are not pruned unless forced; what was pruned is told apart from what was removed.
. "$LIB/case.sh"
guard_run -- bash -c '/bin/echo one'
wait_for_closing
code=0
guard audit prune --older-than 1d 2>"$ERR" || code=$?
[[ $code -eq 2 ]] || fail "less than 90 days: status $code"
assert_says "$ERR" "--force"
guard audit prune >"$OUT"
assert_says "$OUT" "pruned 0 links"
assert_recorded "r['argv'] == ['/bin/echo', 'one']"
guard audit prune --older-than 0s --force >"$OUT"
assert_says "$OUT" "of 1 session"
assert_not_recorded "r['argv'] == ['/bin/echo', 'one']"
assert_recorded "r['tool_name'] == 'prune' and len(r['effect']['sessions']) == 1"
guard audit verify >"$OUT" || fail "verify calls it bad: $(<"$OUT")"
assert_says "$OUT" "1 pruned"

# Room is given back to the file system.
"$PROGRAMS/make_records" "$GUARD_STATE_DIR" 5000 >/dev/null
size() { cat "$GUARD_STATE_DIR"/audit.db "$GUARD_STATE_DIR"/audit.db-wal | wc -c; }
[[ $(size) -gt 3000000 ]] || fail "5000 records take $(size) bytes"
guard audit prune --older-than 0s --force --compact >"$OUT"
assert_says "$OUT" "of 11 sessions"
[[ $(size) -lt 500000 ]] || fail "$(size) bytes are left"
guard audit verify >"$OUT" || fail "verify after compacting: $(<"$OUT")"
assert_says "$OUT" "11 pruned"
