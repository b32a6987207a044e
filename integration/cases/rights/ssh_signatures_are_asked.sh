# SPDX-License-Identifier: Apache-2.0
# ssh-agent through guard: its keys are listed unasked, each signature is a question that says for what it is. A No
# gives a failure, a Yes one signature, and one for the session all of that key and purpose.
. "$LIB/case.sh"
. "$LIB/keys.sh"
echo hello >letter
guard_run --on-ask deny -- ssh-add -l
assert_status 0
assert_says "$OUT" "$FINGERPRINT ana@laptop"
assert_nothing_asked
assert_recorded "r['rule'] == 'signing.connect' and r['decision'] == 'allow'"
guard_run --on-ask deny -- ssh-keygen -Y sign -n file -f "$KEY" letter
assert_status_not 0
assert_missing letter.sig
assert_says "$ERR" 'guard: denied sign by ssh for "file"'
start_guarded -- ssh-keygen -Y sign -n file -f "$KEY" letter
wait_for_words 'sign by ssh for'
[[ $(json_of "data[0]['tier']") == 2 && $QUESTION == *"key ana@laptop ($FINGERPRINT)"* && $QUESTION == *'"rule": "signing.data"'* ]] || fail "$QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
assert_status_not 0
assert_missing letter.sig
start_guarded -- ssh-keygen -Y sign -n file -f "$KEY" letter
wait_for_words 'sign by ssh for'
guard approve "$question_id" >/dev/null
finish_guarded
assert_status 0
echo "ana@laptop $(<"$KEY")" >signers
ssh-keygen -q -Y verify -f signers -I ana@laptop -n file -s letter.sig <letter >/dev/null || fail "no good signature"
assert_recorded "r['act'] == 'sign' and r['decision'] == 'ask' and r['approval_status'] == 'approved' and r['outcome'] == 'done'"
# For the session: that key and that purpose, and no other.
echo two >second; echo three >third
start_guarded -- bash -c "for each in second third; do ssh-keygen -Y sign -n file -f '$KEY' \$each; done; ssh-keygen -Y sign -n mail -f '$KEY' letter"
rm letter.sig
wait_for_words 'sign by ssh for'
guard approve "$question_id" --scope session >/dev/null
wait_for_words 'mail'
assert_exists second.sig third.sig
guard deny "$question_id" >/dev/null
finish_guarded
assert_missing letter.sig
# A rule lets it go; a program that gives up takes its question along.
printf 'version: 1\nextends: [default]\nrules: [{id: keys, when: {act: sign, command: ssh-keygen}, decision: allow}]\n' >"$CASE_ROOM/keys.yaml"
rm -f third.sig
guard_run --policy "$CASE_ROOM/keys.yaml" --on-ask deny -- ssh-keygen -Y sign -n file -f "$KEY" third
assert_status 0
assert_exists third.sig
assert_recorded "r['act'] == 'sign' and r['rule'] == 'keys' and r['outcome'] == 'done'"
start_guarded -- bash -c "timeout 2 ssh-keygen -Y sign -n file -f '$KEY' letter; sleep 2"
wait_for_words 'sign by ssh for'
until_true 10 no_question_waits || fail "it still waits: $(guard pending)"
finish_guarded
assert_missing letter.sig
assert_recorded "r['act'] == 'sign' and r['approval_status'] == 'withdrawn'"
# Whoever approves a category, or all of a command, has seen no key.
rm -f second.sig
start_guarded --session categories -- bash -c "touch up; until [ -e go ]; do sleep 0.05; done; ssh-keygen -Y sign -n file -f '$KEY' second"
until_true 20 test -e up || fail "it does not start"
guard approve-session --session categories --categories NETWORK_RISK >/dev/null
touch go
wait_for_words 'sign by ssh for'
guard deny "$question_id" >/dev/null
finish_guarded
assert_missing second.sig
