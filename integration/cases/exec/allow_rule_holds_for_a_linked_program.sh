# SPDX-License-Identifier: Apache-2.0
# A rule that allows npm install allows it where npm is a link to npm-cli.js, as Debian and Node install it.
. "$LIB/case.sh"
with_undo
command -v npm >/dev/null || skip "no npm here"
mkdir -p lib
echo '{"name":"lib","version":"1.0.0"}' >lib/package.json
echo '{"name":"app","version":"1.0.0"}' >package.json
cat >policy.yaml <<'YAML'
version: 1
extends: [default]
rules:
  - {id: installs, when: {command: npm, sub: install}, decision: allow}
YAML
guard_run --policy policy.yaml --on-ask deny -- npm install --offline --no-audit --no-fund --silent ./lib
assert_status 0
assert_exists node_modules/lib
