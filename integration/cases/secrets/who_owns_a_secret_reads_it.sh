# SPDX-License-Identifier: Apache-2.0
# Programs open their own credentials unasked, examples and public files are nobody's secret, and
# the policy may log reads or leave them alone.
. "$LIB/case.sh"
for file in .env.example .env.sample id_rsa.pub tests/server.pem; do
  mkdir -p "$(dirname "$file")"
  echo public >"$file"
done
mkdir -p "$HOME/.ssh"
chmod 700 "$HOME/.ssh"
ssh-keygen -q -t ed25519 -N '' -f "$HOME/.ssh/id_ed25519"
guard_run --on-ask deny -- bash -c '
  cat .env.example .env.sample id_rsa.pub tests/server.pem "$HOME/.ssh/id_ed25519.pub"
  ssh-keygen -y -f "$HOME/.ssh/id_ed25519" >/dev/null'
assert_status 0
assert_nothing_asked

echo TOKEN=x >.env
for reads in log off; do
  printf 'version: 1\nextends: [default]\nsecrets: {reads: %s}\n' "$reads" >"$CASE_ROOM/$reads.yaml"
  guard_run --policy "$CASE_ROOM/$reads.yaml" --session "s-$reads" --on-ask deny -- cat .env
  assert_status 0
  assert_content "$OUT" TOKEN=x
done
wait_for_closing
is_logged() { guard audit export --format jsonl --session "$1" | python3 -B "$LIB/query.py" some "r['act'] == 'read'"; }
is_logged s-log || fail "nothing is on record"
! is_logged s-off || fail "it is on record"

# A program that a variable makes the owner load reads as the owner; a command that a shell is told to
# run is not its own.
echo 'echo old' >"$HOME/.bash_history"
chmod 600 "$HOME/.bash_history"
for variable in OPENSSL_CONF OPENSSL_MODULES GCONV_PATH SSH_SK_PROVIDER; do
  guard_run --on-ask deny -- env "$variable=$PWD/mine" ssh-keygen -y -f "$HOME/.ssh/id_ed25519"
  assert_status_not 0
  assert_recorded "r['act'] == 'read' and r['decision'] == 'deny'"
done
guard_run --on-ask deny -- bash -c 'echo "$(<~/.bash_history)"'
assert_silent "$OUT" "echo old"
