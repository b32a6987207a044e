# SPDX-License-Identifier: Apache-2.0
# Tokens, passwords and headers of arguments are not in the record. 68.
. "$LIB/case.sh"
token=ghp_abcdefghijklmnopqrstuvwxyz0123456789
guard_run -- /bin/echo "$token" "https://ana:s3cretpass99@example.org/x" --password hunter2hunter2 'Authorization: Bearer abcdef0123456789abcdef'
assert_status 0
audit_records >"$CASE_ROOM/records"
[[ -s $CASE_ROOM/records ]] || fail "no records"
for secret in abcdefghijklmnopqrstuvwxyz s3cretpass99 hunter2hunter2 abcdef0123456789abcdef; do
  assert_silent "$CASE_ROOM/records" "$secret"
  ! grep -rqF "$secret" "$GUARD_STATE_DIR" || fail "$secret is in the state folder"
done
