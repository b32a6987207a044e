# SPDX-License-Identifier: Apache-2.0
# timeout: 180
# A person is asked about an install script in words that say whose script it is and which host it wants. Approved once, it
# reaches that host that one time; denied, it is refused and the install goes on; no answer is for the session, because the
# next version of a package is somebody else's work again.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
with_undo
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
command -v npm >/dev/null || skip "no npm here"
export npm_config_update_notifier=false
NET_NAMES+=(github.com=203.0.113.11)
mkdir esbuild app
echo '{"name":"esbuild","version":"1.0.0","scripts":{"postinstall":"python3 -B fetch.py"}}' >esbuild/package.json
cat >esbuild/fetch.py <<'PYTHON'
import socket
said = []
for turn in ("first", "second"):
    try:
        with socket.create_connection(("github.com", 80), 60):
            said.append(f"{turn} reached")
    except OSError as error:
        said.append(f"{turn} {error.strerror}")
with open("said", "w") as file:
    file.write("\n".join(said))
PYTHON
(cd esbuild && npm pack --silent --offline >/dev/null)
echo '{"name":"app","version":"1.0.0","dependencies":{"esbuild":"file:../esbuild/esbuild-1.0.0.tgz"}}' >app/package.json
echo 'categories: {DEPS_INSTALL_UPDATE: 1}' >policy.yaml
cat >person.sh <<'BASH'
cd app && rm -rf node_modules package-lock.json
"$GUARD" run --policy ../policy.yaml --fail-on never --workspace "$PWD" -- npm install --offline --no-audit --no-fund --silent &
session=$!
question() { # fills $id with the next question
  local seen=${id:-}
  while kill -0 "$session" 2>/dev/null; do
    "$GUARD" pending --json >../question
    id=$(python3 -c 'import json; all = json.load(open("../question")); print(all[0]["id"] if all else "")')
    [[ -z $id || $id == "$seen" ]] || break
    sleep 0.1
  done
  cat ../question >>../questions
}
. ../answers.sh
wait "$session"
echo "npm ended with $?"
cat node_modules/esbuild/said
BASH
answers() { # LINES of answers.sh
  printf '%s\n' "$1" >answers.sh
  rm -f questions
  in_named_network bash person.sh >"$OUT" 2>"$ERR" || fail "ended with $?"
}
answers 'question; "$GUARD" approve "$id" --confirm CONFIRM; question; "$GUARD" deny "$id"'
assert_says questions '"what": "connect to github.com port 80"'
assert_says questions "\"risk\": \"Esbuild's postinstall wants github.com, which npm does not need of it.\""
[[ $(grep -c '"tier": 3' questions) == 2 ]] || fail "not two questions: $(<questions)"
assert_says "$OUT" "npm ended with 0"
assert_content app/node_modules/esbuild/said "first reached
second Operation not permitted"
assert_says "$ERR" "guard: esbuild's postinstall wanted github.com: refused"

answers 'question; "$GUARD" approve "$id" --confirm CONFIRM --scope session 2>refusal || echo "not for the session";
  "$GUARD" approve "$id" --confirm CONFIRM; question; "$GUARD" approve "$id" --confirm CONFIRM'
assert_says app/refusal "guard: scope 'session' is not offered here: use once"
assert_says "$OUT" "not for the session"
assert_says "$OUT" "second reached"
assert_silent "$ERR" "refused"

# A person who denied something once is not asked about it again.
answers 'question; "$GUARD" deny "$id"'
assert_content app/node_modules/esbuild/said "first Operation not permitted
second Operation not permitted"
assert_says "$OUT" "npm ended with 0"
[[ $(grep -c "waiting for an answer" "$ERR") == 1 ]] || fail "asked again: $(<"$ERR")"
assert_says "$ERR" "guard: esbuild's postinstall wanted github.com: refused"

# A rule that names the host lets it go, and nobody is asked.
cat >>policy.yaml <<'YAML'
rules: [{id: esbuild-fetches, when: {act: connect, host: github.com}, decision: allow}]
YAML
answers 'true'
assert_content app/node_modules/esbuild/said "first reached
second reached"
assert_silent "$ERR" "waiting for an answer"
assert_recorded "r['rule'] == 'esbuild-fetches' and r['result_summary'].startswith('connect to github.com')"
