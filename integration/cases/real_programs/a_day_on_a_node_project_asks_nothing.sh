# SPDX-License-Identifier: Apache-2.0
# A developer's day on a node project of before: install from the lock file, run scripts, format a
# source in place, clean dist, commit. Nothing is asked.
# timeout: 240
. "$LIB/case.sh"
for tool in node npm; do command -v "$tool" >/dev/null || skip "no $tool here"; done
with_undo
git config --global user.name ana
git config --global user.email ana@example.org
mkdir -p src lib/plus
printf '{"name": "plus", "version": "1.0.0", "main": "index.js"}\n' >lib/plus/package.json
printf 'module.exports = (a, b) => a + b;\n' >lib/plus/index.js
printf '{"name": "day", "version": "1.0.0", "private": true,\n "scripts": {"build": "mkdir -p dist && cp src/*.js dist/", "test": "node test.js", "clean": "rm -rf dist"},\n "dependencies": {"plus": "file:lib/plus"}}\n' >package.json
printf 'const plus = require("plus");\nmodule.exports = plus(2,2);\n' >src/index.js
printf 'process.exit(require("./src/index.js") === 4 ? 0 : 1);\n' >test.js
printf 'node_modules/\ndist/\n' >.gitignore
npm install --package-lock-only --offline --no-audit --no-fund >/dev/null 2>&1 || skip "npm makes no lock file here"
git init -q -b main .
git add .
git commit -qm start
cat >"$CASE_ROOM/day.sh" <<'SH'
set -e
npm ci --offline --no-audit --no-fund
npm test
npm run build
node -e 'const fs = require("fs"); fs.writeFileSync("src/index.js", fs.readFileSync("src/index.js", "utf8").replace("(2,2)", "(2, 2)"))'
npm test && npm run build && npm run clean
git switch -q -c style && git commit -qam 'index: a blank'
rm -rf node_modules && npm ci --offline --no-audit --no-fund && npm test
git status --porcelain
SH
guard_run --on-ask deny -- bash "$CASE_ROOM/day.sh"
assert_status 0
assert_nothing_asked
# From a lock file: on record in full.
assert_recorded "r['act'] == 'exec' and 'ci' in r['argv'][:3] and r['risk_tier'] == 1 and r['category'] == 'DEPS_INSTALL_UPDATE'"
