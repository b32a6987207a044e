# SPDX-License-Identifier: Apache-2.0
# A real ssh-agent outside of any session, with one key of which the tree has the public half alone.
#
#   KEY                  the key's public file
#   FINGERPRINT          as ssh shows it
#   wait_for_words TEXT  until a question says TEXT; fills $QUESTION and $question_id
for tool in ssh-agent ssh-add ssh-keygen; do command -v "$tool" >/dev/null || skip "no $tool here"; done
unset SSH_AUTH_SOCK
mkdir -p -m 700 "$HOME/.ssh"
KEY=$HOME/.ssh/id_ed25519.pub
ssh-keygen -q -t ed25519 -N '' -C ana@laptop -f "${KEY%.pub}"
eval "$(ssh-agent -s)" >/dev/null
trap 'kill "$SSH_AGENT_PID"' EXIT
ssh-add -q "${KEY%.pub}" 2>/dev/null
rm "${KEY%.pub}"
FINGERPRINT=$(ssh-keygen -lf "$KEY" | cut -d' ' -f2)
wait_for_words() {
  wait_for_question
  [[ $QUESTION == *"$1"* ]] || fail "asked, without '$1': $QUESTION"
}
