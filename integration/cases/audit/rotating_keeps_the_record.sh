# SPDX-License-Identifier: Apache-2.0
# Old sessions move to an archive of their own: what read them before reads them there, both records verify,
# and what does not verify stays where it was found.
. "$LIB/case.sh"
guard_run --session one -- bash -c '/bin/echo of-one'
guard_run --session two -- bash -c '/bin/echo of-two'
wait_for_closing
guard audit export --session one >"$CASE_ROOM/before"
guard audit rotate >"$OUT"
assert_says "$OUT" "moved 0 links of 0 sessions"
[[ ! -e $GUARD_STATE_DIR/archive ]] || fail "an archive of nothing was made"
guard audit rotate --older-than 0s --dry-run >"$OUT"
assert_says "$OUT" "of 2 sessions"
assert_recorded "r['argv'] == ['/bin/echo', 'of-one']"

# A copy that cannot be made takes nothing out.
code=0
guard audit rotate --older-than 0s --into "$CASE_ROOM/missing/archive" >"$OUT" 2>"$ERR" || code=$?
[[ $code -eq 1 ]] || fail "into a folder that cannot be: status $code"
assert_recorded "r['argv'] == ['/bin/echo', 'of-one']"

archive=$CASE_ROOM/archive
guard audit rotate --older-than 0s --into "$archive" --compact >"$OUT"
assert_says "$OUT" "moved"
assert_says "$OUT" "--state-dir"
assert_not_recorded "r['argv'] == ['/bin/echo', 'of-one']"
assert_recorded "r['tool_name'] == 'prune' and r['effect']['archive'] == '$archive' and len(r['effect']['sessions']) == 2"
guard audit verify >"$OUT" || fail "verify calls the record bad: $(<"$OUT")"
assert_says "$OUT" "2 rotated to an archive"
assert_silent "$OUT" "pruned"
guard audit verify --state-dir "$archive" >"$OUT" || fail "verify calls the archive bad: $(<"$OUT")"
guard audit export --state-dir "$archive" --session one >"$CASE_ROOM/after"
cmp "$CASE_ROOM/before" "$CASE_ROOM/after" || fail "the archive has other records"
[[ $(stat -c %a "$archive" "$archive/audit.db" | sort -u | tr '\n' ' ') == "600 700 " ]] || fail "others may read the archive"
code=0
guard audit rotate --older-than 0s --into "$archive" >"$OUT" 2>"$ERR" || code=$?
[[ $code -eq 1 ]] || fail "an archive was written twice: status $code"
assert_says "$ERR" "File exists"

# Evidence stays.
guard_run --session three -- bash -c '/bin/echo of-three'
guard_run --session four -- bash -c '/bin/echo of-four'
wait_for_closing
python3 -B - "$GUARD_STATE_DIR/audit.db" <<'PY'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("UPDATE records SET reason = 'nothing' WHERE session_id = 'three' AND seq = 1")
db.commit()
PY
code=0
guard audit rotate --older-than 0s >"$OUT" 2>"$ERR" || code=$?
[[ $code -eq 1 ]] || fail "what does not verify moved: status $code"
assert_says "$ERR" "three"
assert_recorded "r['session_id'] == 'three' and r['argv'] == ['/bin/echo', 'of-three']"
assert_not_recorded "r['argv'] == ['/bin/echo', 'of-four']"
guard audit verify --state-dir "$GUARD_STATE_DIR"/archive/* >"$OUT" || fail "its archive is bad: $(<"$OUT")"
