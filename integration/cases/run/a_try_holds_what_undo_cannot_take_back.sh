# SPDX-License-Identifier: Apache-2.0
# guard run --try: pushes, raised privileges, changes of the system and outside of the workspace do not happen, whatever the policy and
# earlier answers let through; other hosts are asked about. The rest happens, undo has it, and the end lists what was held.
# timeout: 120
. "$LIB/case.sh"
with_undo
git init -q --bare ../far.git.$$
mkdir -p ../outside.$$
trap 'rm -rf "$PWD"/../far.git.$$ "$PWD"/../outside.$$' EXIT
git init -q -b main . && git config user.email a@b && git config user.name a
git remote add far ../far.git.$$
echo one >f && git add f && git commit -q -m one
cat >"$CASE_ROOM/p.yaml" <<YAML
pre_confirmed: ["git push far main"]
rules:
  - {id: mine, when: {path: "$(realpath ..)/outside.$$/**"}, decision: allow}
  - {id: reach, when: {act: connect}, decision: allow}
YAML
cat >job.sh <<SH
echo two >f; git commit -q -a -m two; echo scratch >"\$(mktemp)"
git push far main
echo x >../outside.$$/made
python3 -c 'import socket; socket.create_connection(("192.0.2.1", 9), 1)'
python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen(); socket.create_connection(s.getsockname())' && echo loopback
true
SH
guard_run --try --on-ask deny --policy "$CASE_ROOM/p.yaml" -- bash job.sh
assert_status 0
assert_says "$OUT" loopback
[[ -z $(git -C ../far.git.$$ for-each-ref) ]] || fail "it was pushed"
assert_missing ../outside.$$/made
assert_content f two
for held in "git push far main: publishes" "create $(realpath ..)/outside.$$/made: " "connect to 192.0.2.1 port 9: "; do
  grep -qF "  held      $held" "$ERR" || fail "the end does not list '$held': $(<"$ERR")"
done
assert_silent "$ERR" "127.0.0.1"
wait_for_closing
guard undo --last --all --yes >/dev/null 2>&1
assert_content f one
# Without it the same goes through.
guard_run --on-ask deny --policy "$CASE_ROOM/p.yaml" -- bash -c "git push far main; echo x >../outside.$$/made"
[[ -n $(git -C ../far.git.$$ for-each-ref) ]] || fail "it was not pushed"
assert_exists ../outside.$$/made
guard_run --try -- true
assert_says "$ERR" "nothing was held"
# A name that was used before: only what is new is told.
guard_run --session again --try -- bash -c 'git push far main || true'
guard_run --session again --try -- true
assert_says "$ERR" "nothing was held"
# A person's No is theirs, and not held by the try.
start_guarded --session asked --try -- python3 -c 'import socket; socket.create_connection(("192.0.2.1", 9), 1)'
wait_for_question
guard deny "$question_id" >/dev/null
finish_guarded
assert_says "$ERR" "  denied    connect to 192.0.2.1 port 9: "
assert_says "$ERR" ": denied by $(id -un)"
[[ $(grep '^  denied  ' "$ERR" | grep -o 'denied by' | wc -l) == 1 ]] || fail "told twice: $(<"$ERR")"
# So is the program told, and not that the rule alone held it.
assert_says "$ERR" "(rule try.network: this is a try"
assert_silent "$ERR" "  held      "
# An option that lets things happen makes it no try.
for options in "--no-undo" "--on-ask allow" "--safe-mode off"; do
  status=0
  # shellcheck disable=SC2086
  guard run --try $options -- true 2>"$ERR" || status=$?
  assert_status 125
  assert_says "$ERR" "--try"
done
# The report of CI says how it would go.
guard_run --try --ci --policy "$CASE_ROOM/p.yaml" -- bash -c 'git push far main || true'
assert_status 3
assert_says "$ERR" "to allow: leave --try out"
