# SPDX-License-Identifier: Apache-2.0
# ssh-agent, ssh-add, ssh-keygen, gpg and npm read what is theirs unasked; a server under test that
# reads .env is asked about once, and no more after an answer for the session.
. "$LIB/case.sh"
unset SSH_AUTH_SOCK
mkdir -p "$HOME/.ssh" && chmod 700 "$HOME/.ssh"
ssh-keygen -q -t ed25519 -N '' -f "$HOME/.ssh/id_ed25519"
echo text >text
cat >agent.sh <<'SH'
ssh-keygen -q -Y sign -n file -f "$HOME/.ssh/id_ed25519" <text >text.sig && grep -q SIGNATURE text.sig && echo signed
SH
guard_run --on-ask deny -- bash agent.sh
assert_says "$OUT" signed
guard_run --on-ask allow -- bash -c 'eval "$(ssh-agent)" && ssh-add -q "$HOME/.ssh/id_ed25519" && ssh-add -l; ssh-agent -k'
assert_says "$OUT" ED25519

if command -v gpg >/dev/null; then
  mkdir -m 700 "$HOME/.gnupg"
  gpg --batch --quiet --passphrase '' --quick-gen-key case@example.org ed25519 sign never 2>/dev/null
  gpgconf --kill all
  guard_run --on-ask allow -- bash -c 'echo text | gpg --batch --quiet --armor --sign; gpgconf --kill all'
  assert_says "$OUT" "BEGIN PGP MESSAGE"
  wait_for_closing
  assert_not_recorded "r['act'] == 'read' and r['decision'] != 'allow'"
fi

if command -v npm >/dev/null; then
  echo '{"name": "x", "version": "1.0.0"}' >package.json
  echo fund=false >.npmrc
  guard_run --on-ask deny -- npm config get fund
  assert_content "$OUT" false
fi

command -v node >/dev/null || exit 0
echo PORT=7 >.env
cat >server.js <<'JS'
const fs = require("fs");
for (let start = 0; start < 3; start++) console.log("started", fs.readFileSync(".env", "utf8").trim());
JS
start_guarded -- bash -c 'node server.js; node server.js'
wait_for_question
guard approve --scope session "$question_id"
finish_guarded
assert_status 0
[[ $(grep -c 'started PORT=7' "$OUT") == 6 ]] || fail "it does not start: $(<"$OUT")"
