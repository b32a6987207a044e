# SPDX-License-Identifier: Apache-2.0
# A session id that was used again names none of them; ID~2 does, and so does what --list shows. Acts
# that are not there, other users' stores, paths that begin with a dash.
. "$LIB/case.sh"
with_undo
precious a b -dash
guard_run --on-ask deny --session s -- rm a
guard_run --on-ask deny --session s -- rm b -- -dash
assert_status 0
status=0
guard undo --yes --session s 2>"$ERR" || status=$?
assert_status 2
assert_says "$ERR" "several sessions are called s"
assert_says "$ERR" "s~1"
assert_says "$ERR" "s~2"
assert_missing a b -dash
# The id of an act is that of one session, as the record told it; where nothing of that is kept, no later session is meant.
first=$(guard audit list --undo --json | python3 -B "$LIB/query.py" value "[r['undo_id'] for r in data if r['objects'] == ['$PWD/a']][0]")
[[ $first == s:* ]] || fail "told: $(guard audit list --undo)"
for id in "$first" "s~1:${first#s:}"; do
  guard undo --dry-run "$id" >"$OUT"
  assert_says "$OUT" "$PWD/a"
  assert_silent "$OUT" "$PWD/b"
done
mv "$GUARD_STATE_DIR/undo/s" "$CASE_ROOM/aside"
status=0
guard undo --yes "$first" >"$OUT" 2>"$ERR" || status=$?
assert_status 1
assert_says "$ERR" "nothing is kept any more of the first session that was called s; of later ones: s~2"
assert_missing b
mv "$CASE_ROOM/aside" "$GUARD_STATE_DIR/undo/s"
for unknown in s~2:99 nothing; do
  status=0
  guard undo --yes "$unknown" >"$OUT" 2>"$ERR" || status=$?
  assert_status 1
  assert_says "$ERR" "nothing is kept of"
done
assert_says "$ERR" "$PWD/nothing"
guard undo --list >"$OUT"
assert_says "$OUT" "2 files"
assert_silent "$OUT" running
guard undo --yes -- -dash
assert_untouched -dash
guard undo --yes a
assert_untouched a
guard undo --yes --session s~2
assert_untouched b

if [[ $EUID -eq 0 ]]; then
  chown 65534 "$GUARD_STATE_DIR/undo"
  for words in --list "--yes --session s~1" "--yes --final --session s~1"; do
    status=0
    guard undo $words >"$OUT" 2>"$ERR" || status=$?
    assert_status 1
    assert_says "$ERR" "belongs to another user"
  done
  chown 0 "$GUARD_STATE_DIR/undo"
fi
