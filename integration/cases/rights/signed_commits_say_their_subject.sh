# SPDX-License-Identifier: Apache-2.0
# git signs commits and tags by ssh (gpg.format ssh) with a key of the agent: the question says which, by what is
# signed and not by what git says; by gpg with a key of gpg-agent, whose secret keys stay there.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/keys.sh"
git init -q .
git config user.name A; git config user.email a@b
git config gpg.format ssh; git config user.signingkey "$KEY"
start_guarded -- git commit -q -S --allow-empty -m "Mend the gate"
wait_for_words 'sign the git commit: Mend the gate'
guard approve "$question_id" >/dev/null
finish_guarded
assert_status 0
[[ $(git cat-file commit HEAD) == *"BEGIN SSH SIGNATURE"* ]] || fail "not signed: $(git cat-file commit HEAD)"
start_guarded -- git tag -s v1 -m "The first"
wait_for_words 'sign the git tag v1: The first'
guard deny "$question_id" >/dev/null
finish_guarded
# git 2.39 goes on with a tag that has no signature, as it does bare when its agent refuses.
[[ $(git cat-file tag v1 2>/dev/null) != *SIGNATURE* ]] || fail "signed: $(git cat-file tag v1)"
# commit.gpgsign and tag.gpgsign: git signs by itself, and asks as ever.
git config commit.gpgsign true; git config tag.gpgsign true
guard_run --on-ask deny -- git commit -q --allow-empty -m "Unasked"
assert_status_not 0
[[ $(git log -1 --format=%s) == "Mend the gate" ]] || fail "committed: $(git log -1 --format=%s)"
start_guarded -- git commit -q --allow-empty -m "By its settings"
wait_for_words 'sign the git commit: By its settings'
guard approve "$question_id" >/dev/null
finish_guarded
[[ $(git cat-file commit HEAD) == *"By its settings"* && $(git cat-file commit HEAD) == *"BEGIN SSH SIGNATURE"* ]] || fail "$(git cat-file commit HEAD)"
start_guarded -- git tag v2 -m "The second"
wait_for_words 'sign the git tag v2: The second'
guard approve "$question_id" >/dev/null
finish_guarded
[[ $(git cat-file tag v2) == *SIGNATURE* ]] || fail "not signed: $(git cat-file tag v2)"
git config --unset commit.gpgsign; git config --unset tag.gpgsign
command -v gpg >/dev/null && command -v gpg-agent >/dev/null || skip "ssh alone: no gpg here"
mkdir -m 700 "$HOME/.gnupg"
trap 'kill "$SSH_AGENT_PID"; gpgconf --kill all 2>/dev/null || true' EXIT
printf '%%no-protection\nKey-Type: eddsa\nKey-Curve: ed25519\nName-Email: a@b\nExpire-Date: 0\n%%commit\n' |
  gpg -q --batch --gen-key 2>/dev/null || skip "ssh alone: gpg makes no key here"
grip=$(gpg --list-keys --with-keygrip --with-colons a@b | awk -F: '$1 == "grp" {print $10; exit}')
git config gpg.format openpgp; git config user.signingkey a@b
guard_run --on-ask deny -- git commit -q -S --allow-empty -m "Refused"
assert_status_not 0
assert_recorded "r['act'] == 'sign' and r['outcome'] == 'refused' and 'sign by gpg with the key $grip' in r['result_summary']"
start_guarded -- git commit -q -S --allow-empty -m "By gpg"
wait_for_words "sign by gpg with the key $grip, which the program calls a@b"
[[ $QUESTION == *"for git commit -q -S --allow-empty -m 'By gpg'"* ]] || fail "$QUESTION"
guard approve "$question_id" >/dev/null
finish_guarded
assert_status 0
[[ $(git log -1 --format=%G?) == [UG] ]] || fail "not signed: $(git log -1 --format=%G?)"
guard_run --on-ask deny -- gpg -q --batch --export-secret-keys a@b
[[ ! -s $OUT ]] || fail "a secret key came out"
