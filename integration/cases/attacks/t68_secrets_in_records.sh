# SPDX-License-Identifier: Apache-2.0
# Tokens, passwords, headers and connection strings of arguments are in no record, no question, no
# export, and nowhere else in the state folder. Threat 68.
. "$LIB/case.sh"
precious tmp_a/one
words=(
  ghp_abcdefghijklmnopqrstuvwxyz0123456789 'https://ana:s3cretpass99@example.org/x' --password hunter2hunter2 'Authorization: Bearer abcdef0123456789abcdef' --token=tok_9f8e7d6c5b4a3210
  'Cookie: session=c00kiec00kiec00kie' AKIAIOSFODNN7EXAMPLE 'postgres://u:pgpassw0rd@h/db' "-----BEGIN RSA PRIVATE KEY-----"
)
secrets=(abcdefghijklmnopqrstuvwxyz s3cretpass99 hunter2hunter2 abcdef0123456789abcdef tok_9f8e7d6c5b4a3210 c00kiec00kiec00kie pgpassw0rd)
hidden_in() { # FILE
  local secret
  for secret in "${secrets[@]}"; do assert_silent "$1" "$secret"; done
}
guard_run -- /bin/echo "${words[@]}"
assert_status 0
audit_records >"$CASE_ROOM/records"
guard audit export --format csv >"$CASE_ROOM/csv"
guard audit list >"$CASE_ROOM/list"
[[ -s $CASE_ROOM/records ]] || fail "no records"
for file in records csv list; do hidden_in "$CASE_ROOM/$file"; done
for secret in "${secrets[@]}"; do ! grep -rqF "$secret" "$GUARD_STATE_DIR" || fail "$secret is in the state folder"; done
assert_says "$CASE_ROOM/records" "redacted"
start_guarded -- bash -c 'rm -rf tmp_a "$@"' x "${words[@]}"
wait_for_question
printf '%s' "$QUESTION" >"$CASE_ROOM/question"
hidden_in "$CASE_ROOM/question"
guard deny "$question_id"
finish_guarded
hidden_in "$ERR"
# Text that it does not know as a secret stays readable.
guard_run -- /bin/echo --verbose plain_words 12345
assert_recorded "r['argv'] == ['/bin/echo', '--verbose', 'plain_words', '12345']"
