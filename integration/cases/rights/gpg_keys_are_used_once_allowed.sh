# SPDX-License-Identifier: Apache-2.0
# Each use of a key of gpg-agent works as bare once it is allowed: decrypting, signing with a pass phrase,
# making a key. Nothing of it works unasked, and what only shows is free; ssh by that agent, too.
# timeout: 120
. "$LIB/case.sh"
for tool in gpg gpg-agent gpg-connect-agent ssh-add; do command -v "$tool" >/dev/null || skip "no $tool here"; done
unset SSH_AUTH_SOCK
mkdir -m 700 "$HOME/.gnupg"
trap 'gpgconf --kill all 2>/dev/null || true' EXIT
printf '%s\n' allow-loopback-pinentry enable-ssh-support >"$HOME/.gnupg/gpg-agent.conf"
secretly() { gpg -q --batch --pinentry-mode loopback --passphrase secret --trust-model always "$@"; }
secretly --quick-gen-key a@b default default never 2>/dev/null || skip "gpg makes no key here"
gpgconf --kill all
gpg-connect-agent -q /bye 2>/dev/null
echo hello >plain
secretly -r a@b -o sealed.gpg -e plain
GPG="gpg -q --batch --pinentry-mode loopback --passphrase secret"
guard_run --on-ask allow -- $GPG -d sealed.gpg
assert_content "$OUT" hello
assert_recorded "r['act'] == 'sign' and 'decrypt by gpg with the key' in r['result_summary'] and r['outcome'] == 'done'"
guard_run --on-ask allow -- $GPG -s -o signed.gpg plain
gpg -q --verify signed.gpg 2>/dev/null || fail "no good signature"
guard_run --on-ask allow -- gpg -q --batch --pinentry-mode loopback --passphrase '' --quick-gen-key c@d default default never
[[ $(gpg -k 2>/dev/null) == *c@d* ]] || fail "no key was made: $(<"$ERR")"
rm signed.gpg
free_policy "act: exec, command: gpg"
for words in "-d sealed.gpg" "-s -o signed.gpg plain" "--quick-gen-key e@f default default never"; do
  guard_run --policy "$FREE" --on-ask deny -- $GPG $words
  assert_status_not 0
  [[ ! -s $OUT && ! -e signed.gpg && $(gpg -k 2>/dev/null) != *e@f* ]] || fail "unasked: gpg $words"
done
guard_run --on-ask deny -- gpg-connect-agent 'getinfo version' 'newcommand' /bye
assert_says "$OUT" "D "
assert_says "$OUT" "ERR 67109139"
assert_recorded "r['rule'] == 'signing.unknown'"
SSH_AUTH_SOCK=$(gpgconf --list-dirs agent-ssh-socket) guard_run --on-ask deny -- ssh-add -l
assert_says "$OUT" "The agent has no identities."
