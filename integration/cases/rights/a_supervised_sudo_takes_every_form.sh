# SPDX-License-Identifier: Apache-2.0
# No form of sudo gets around root's guard, no line covers beforehand what the tree can change, locks of the policy stop no
# approved sudo, and nothing of this user's is run as root besides.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/supervised.sh"
with_undo
mkdir kept
echo one >kept/f
cat >script <<'S'
echo two >kept/f
echo "status $?"
S
policy() { # NAME LINE...
  printf '%s\n' 'version: 1' 'extends: [default]' "${@:2}" >"$CASE_ROOM/$1.yaml"
}
policy denies 'sudo: {supervise: on}' \
  'rules: [{id: keep-it, when: {act: [write, create], path: "kept/**"}, decision: deny}]'
for words in "-h $(hostname)" "-nh $(hostname)" "--host $(hostname)"; do
  start_guarded --policy "$CASE_ROOM/denies.yaml" -- bash -c "sudo $words sh script; true"
  wait_for_question
  [[ $QUESTION == *"a guard of root's own"* ]] || fail "$words: $QUESTION"
  # Root's guard asks for that very sudo once more.
  until ! kill -0 "$guard_pid" 2>/dev/null; do
    guard approve all >/dev/null 2>&1 || sleep 0.1
  done
  finish_guarded
  assert_content kept/f one
done
# A command that runs what this user can change is asked about each time.
policy allows 'sudo: {supervise: on, allow: ["sh script", "id -u"]}' 'locked: [pre_confirmed, workspace]'
guard_run --policy "$CASE_ROOM/allows.yaml" --on-ask deny -- sudo id -u
assert_status 0
assert_content "$OUT" 0
guard_run --policy "$CASE_ROOM/allows.yaml" --on-ask deny -- sudo sh script
((status != 0)) || fail "it ran unasked"
assert_content kept/f one
start_guarded --policy "$CASE_ROOM/allows.yaml" -- sudo sh script
wait_for_question
[[ $(guard pending --json) != *'"session"'*'"minutes"'* ]] || fail "it offers to remember: $(guard pending --json)"
guard deny "$question_id" >/dev/null
finish_guarded
# Secrets of its words are shown nowhere, and an alert is the session's alone.
printf '#!/bin/sh\nid -un >>"%s/alerted"\n' "$CASE_ROOM" >"$HOME/alert.sh"
chmod 755 "$HOME/alert.sh"
policy alerts 'sudo: {supervise: on}' "alerts: {after: 1s, command: [\"$HOME/alert.sh\"]}"
printf 'rm -rf kept\n' >script
sudo chown -R root kept
start_guarded --policy "$CASE_ROOM/alerts.yaml" -- bash -c 'sudo sh script --password=hunter2supersecret; true'
wait_for_question
guard approve "$question_id" >/dev/null
wait_for_question
[[ $QUESTION == *'as root: rm -rf kept'* && $QUESTION != *hunter2* ]] || fail "$QUESTION"
until_true 20 test -s "$CASE_ROOM/alerted" || fail "no alert came"
sleep 2
[[ $(sort -u "$CASE_ROOM/alerted") == "$(id -un)" ]] || fail "$(<"$CASE_ROOM/alerted")"
guard deny "$question_id" >/dev/null
finish_guarded
sudo test -e kept/f || fail "it was deleted"
# Nothing can be taken back that nobody saves.
start_guarded --policy "$CASE_ROOM/denies.yaml" --no-undo -- sudo sh script
wait_for_question
[[ $(guard pending --json) == *'none: --no-undo holds for root, too'* ]] || fail "$(guard pending --json)"
guard deny "$question_id" >/dev/null
finish_guarded
