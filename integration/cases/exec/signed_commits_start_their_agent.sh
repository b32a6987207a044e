# SPDX-License-Identifier: Apache-2.0
# gpg starts its agent to sign a commit where none runs: the agent makes the sockets that it is spoken to by, unasked.
# That it reads the key is one question for the session, for it has gone on as a process whose parent has ended. Nobody
# else makes such a socket.
. "$LIB/case.sh"
command -v gpg >/dev/null && command -v gpg-agent >/dev/null || skip "no gpg here"
mkdir -m 700 "$HOME/.gnupg"
trap 'gpgconf --kill all 2>/dev/null || true' EXIT
printf '%%no-protection\nKey-Type: eddsa\nKey-Curve: ed25519\nName-Email: a@b\nExpire-Date: 0\n%%commit\n' |
  gpg -q --batch --gen-key 2>/dev/null || skip "gpg makes no key here"
gpgconf --kill all
git init -q .
git config user.name A
git config user.email a@b
git config user.signingkey a@b
start_guarded --on-ask wait --kill-at-exit -- bash -c 'git commit -qS --allow-empty -m one && git commit -qS --allow-empty -m two'
questions=0
while kill -0 "$guard_pid" 2>/dev/null; do
  if one_question_waits; then
    [[ $(json_of "data[0]['what']") == *private-keys* ]] || fail "asked: $(json_of "data[0]['what']")"
    guard approve "$question_id" --scope session >/dev/null
    questions=$((questions + 1))
  else
    sleep 0.1
  fi
done
finish_guarded
assert_status 0
((questions <= 1)) || fail "$questions questions"
[[ $(git log --format=%G?) == $'U\nU' || $(git log --format=%G?) == $'G\nG' ]] || fail "not signed: $(git log --format=%G?)"
gpgconf --kill all
rm -f "$HOME"/.gnupg/S.*
guard_run --on-ask deny -- python3 -c 'import os, socket; socket.socket(socket.AF_UNIX).bind(os.path.expanduser("~/.gnupg/S.gpg-agent"))'
assert_status_not 0
assert_missing "$HOME/.gnupg/S.gpg-agent"
