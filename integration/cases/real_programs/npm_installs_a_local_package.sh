# SPDX-License-Identifier: Apache-2.0
# npm install of a package from a folder: one kind of question at most (DEPS), the same files as bare.
# timeout: 180
. "$LIB/case.sh"
with_undo
command -v npm >/dev/null || skip "no npm here"
cat >"$CASE_ROOM/make" <<'SH'
mkdir -p lib app
echo '{"name":"lib","version":"1.0.0","main":"index.js","bin":{"say":"say.js"}}' >lib/package.json
echo 'module.exports = () => "from lib";' >lib/index.js
printf '#!/usr/bin/env node\nconsole.log(require("./index.js")());\n' >lib/say.js
echo '{"name":"app","version":"1.0.0","scripts":{"start":"node -p \"require(\\\"lib\\\")()\""}}' >app/package.json
(cd lib && npm pack --silent >/dev/null)
SH
cat >"$CASE_ROOM/policy.yaml" <<'YAML'
version: 1
extends: [default]
categories: {DEPS_INSTALL_UPDATE: 1}
YAML
export npm_config_update_notifier=false
guard_options+=(--policy "$CASE_ROOM/policy.yaml")
same_as_bare "bash '$CASE_ROOM/make'; cd app" bash -ec 'npm install --offline --no-audit --no-fund --silent ../lib/lib-1.0.0.tgz && npm start --silent && npx --no-install say'
[[ $(<"$CASE_ROOM/bare/status") == 0 ]] || fail "not even bare: $(tail -5 "$CASE_ROOM/bare/stderr")"
assert_nothing_asked
