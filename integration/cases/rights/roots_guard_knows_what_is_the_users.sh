# SPDX-License-Identifier: Apache-2.0
# To root's guard this user's home, keys, agent and guard's own files are what they are in the session; the answer holds for
# what was shown, and no policy of an inner run is left behind.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/supervised.sh"
with_undo
mkdir -p "$HOME/.ssh" kept
echo "KEY canary" >"$HOME/.ssh/id_ed25519"
echo one >kept/file
start_supervised() { start_guarded --policy "$SUPERVISED" --session "$1" -- "${@:2}"; }
approve_next() {
  wait_for_question
  guard approve "$question_id" >/dev/null
}
# A key is asked about.
printf 'cp %s/.ssh/id_ed25519 stolen\necho "status $?"\n' "$HOME" >script
start_supervised key sudo sh script
approve_next
wait_for_question
[[ $QUESTION == *"may hold a secret"* ]] || fail "$QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
sudo test ! -s stolen || fail "the key was copied"
# guard's own files are out of reach.
printf 'echo x >>%s/audit.db\necho "db $?"\nrm -rf %s/undo\necho "undo $?"\n' "$GUARD_STATE_DIR" "$GUARD_STATE_DIR" >script
size=$(stat -c %s "$GUARD_STATE_DIR/audit.db")
start_supervised own sudo sh script
approve_next
finish_guarded
assert_silent "$OUT" "db 0"
[[ -d $GUARD_STATE_DIR/undo ]] || fail "the undo store is gone"
guard audit verify >/dev/null || fail "the record was changed ($size bytes before)"
# Its agent signs nothing without a question.
if command -v ssh-agent >/dev/null; then
  eval "$(ssh-agent -a "$CASE_ROOM/my.sock")" >/dev/null
  rm -f "$CASE_ROOM/k"
  ssh-keygen -q -t ed25519 -N '' -f "$CASE_ROOM/k" && ssh-add -q "$CASE_ROOM/k" 2>/dev/null
  printf 'echo hi >signed; SSH_AUTH_SOCK=%s ssh-keygen -q -Y sign -n file -f %s.pub signed\necho "status $?"\n' "$CASE_ROOM/my.sock" \
    "$CASE_ROOM/k" >script
  start_supervised agent sudo sh script
  approve_next
  wait_for_question
  [[ $QUESTION == *sign* ]] || fail "$QUESTION"
  guard deny "$question_id" >/dev/null
  finish_guarded
  kill "$SSH_AGENT_PID"
  sudo test ! -e signed.sig || fail "it was signed"
fi
# Another folder in the place of what was shown.
mkdir small big
echo s >small/one
for i in {1..20}; do echo "$i" >"big/$i"; done
sudo chown -R root small big
start_supervised swap bash -c 'mv small data; (until [[ -e go ]]; do sleep 0.05; done; mv data away; mv big data; touch gone) &
  sudo rm -rf data; echo "status $?"'
for _ in 1 2 3 4 5; do
  wait_for_question
  [[ $QUESTION == *"sudo rm -rf data"* ]] && break
  guard approve "$question_id" >/dev/null
done
[[ $QUESTION == *"sudo rm -rf data"* ]] || fail "$QUESTION"
shown=$question_id
touch go
until [[ -e gone ]]; do
  other=$(guard pending --json | grep -ao '"id":"[0-9a-f]*"' | cut -d'"' -f4 | grep -vx "$shown" | head -1 || true)
  [[ -z $other ]] || guard approve "$other" >/dev/null
  sleep 0.1
done
guard approve "$shown" >/dev/null
wait_for_question
[[ $QUESTION == *"as root: "*"rm -rf data"* && $QUESTION == *20* ]] || fail "$QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
[[ $(sudo ls data | wc -l) == 20 ]] || fail "deleted unasked: $(sudo ls data)"
# Root's guard does not know the policy of an inner run, so the sudo does not start.
printf 'version: 1\nextends: [default]\nrules: [{id: no, when: {act: [write], path: "kept/**"}, decision: deny}]\n' >"$CASE_ROOM/strict.yaml"
guard_run --policy "$SUPERVISED" --on-ask deny -- "$GUARD" run --policy "$CASE_ROOM/strict.yaml" -- \
  sudo sh -c 'echo two >kept/file'
((status != 0)) || fail "it ran"
assert_says "$ERR" "the policy of the session outside"
assert_content kept/file one
