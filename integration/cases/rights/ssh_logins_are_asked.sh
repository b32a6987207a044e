# SPDX-License-Identifier: Apache-2.0
# A login by ssh with a key of the agent asks, as whom, where and with which key; where names are hidden in known_hosts,
# too. Through a forwarded agent it says who asks for it.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/own_sshd.sh"
. "$LIB/keys.sh"
start_sshd
free_policy "act: exec, command: ssh"
start_guarded --policy "$FREE" -- bash -c "ssh $LOGIN echo reached"
wait_for_words "log in by ssh as $WHO at [127.0.0.1]:$PORT"
[[ $QUESTION == *"key ana@laptop ($FINGERPRINT)"* && $QUESTION == *"host key $(ssh-keygen -lf "$CASE_ROOM/host.pub" | cut -d' ' -f2)"* ]] || fail "$QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
assert_status 255
assert_silent "$OUT" reached
ssh-keygen -q -H -f "$HOME/.ssh/known_hosts" 2>/dev/null
rm -f "$HOME/.ssh/known_hosts.old"
start_guarded --policy "$FREE" -- bash -c "ssh $LOGIN echo reached; ssh $LOGIN echo again"
wait_for_words "log in by ssh as $WHO at [127.0.0.1]:$PORT"
guard approve "$question_id" --scope session >/dev/null
finish_guarded
assert_status 0
assert_says "$OUT" reached
assert_says "$OUT" again
assert_recorded "r['rule'] == 'signing.login' and r['outcome'] == 'done'"
# On the host behind the first one: guard is not there, the agent is.
start_guarded --policy "$FREE" -- bash -c "ssh -A $LOGIN \"ssh-add -l; ssh $LOGIN echo behind\""
wait_for_words "log in by ssh as $WHO"
guard approve "$question_id" >/dev/null
wait_for_words "to which the agent is forwarded"
guard approve "$question_id" >/dev/null
finish_guarded
assert_status 0
assert_says "$OUT" "$FINGERPRINT"
assert_says "$OUT" behind
