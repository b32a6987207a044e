# SPDX-License-Identifier: Apache-2.0
# approve-session: named categories up to tier 2, nothing by default, tier 3 still asks.
. "$LIB/case.sh"
precious one two
git init -q .
start_guarded -- bash -c 'until [ -e go ]; do sleep 0.05; done; rm one; git push --force x y; echo end'
session_is_up() { [[ -n $(find "$XDG_RUNTIME_DIR" "$GUARD_STATE_DIR" -type s 2>/dev/null) ]]; }
until_true 20 session_is_up || fail "no session"
! guard approve-session 2>"$CASE_ROOM/said" || fail "nothing named, but granted"
! guard approve-session --categories '' 2>/dev/null || fail "empty, but granted"
! guard approve-session --categories NO_SUCH_CATEGORY 2>/dev/null || fail "unknown, but granted"
guard approve-session --categories FS_DELETE_OVERWRITE,GIT_PUBLISH,EXEC_ARBITRARY,NETWORK_RISK
touch go
wait_for_question
assert_missing one
[[ $(json_of "data[0]['tier']") == 3 ]] || fail "asked: $QUESTION"
guard deny "$question_id"
finish_guarded
assert_says "$OUT" end
