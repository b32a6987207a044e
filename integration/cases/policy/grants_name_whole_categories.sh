# SPDX-License-Identifier: Apache-2.0
# A category that was approved for a session is listed by its whole name, and taken back by it.
. "$LIB/case.sh"
start_guarded --session granted -- bash -c 'touch up; until [ -e go ]; do sleep 0.05; done'
until_true 20 test -e up || fail "it does not start"
guard approve-session --session granted --categories FS_DELETE_OVERWRITE >/dev/null
guard policy grants --session granted >"$OUT"
grep -q '^FS_DELETE_OVERWRITE  session' "$OUT" || fail "grants: $(<"$OUT")"
guard policy grants --session granted --revoke FS_DELETE_OVERWRITE >"$OUT" || fail "not taken back: $(<"$OUT")"
guard policy grants --session granted >"$OUT"
assert_silent "$OUT" "FS_DELETE_OVERWRITE"
touch go
finish_guarded
