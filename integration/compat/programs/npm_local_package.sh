# SPDX-License-Identifier: Apache-2.0
# npm install of a local package by its lock file, its scripts, npx of its program.
# packages: nodejs npm
# needs: node npm
# leave-out: .npm/ node_modules/.package-lock.json
# timeout: 120
setup() {
  mkdir lib && cd lib
  printf '{"name":"lib","version":"1.0.0","main":"index.js","bin":{"say":"say.js"}}\n' >package.json
  printf 'module.exports = () => "from lib";\n' >index.js
  printf '#!/usr/bin/env node\nconsole.log(require("./index.js")());\n' >say.js
  npm pack --silent >/dev/null && cd ..
  printf '{"name":"app","version":"1.0.0","scripts":{"start":"node -p \\"require(\\\\\\"lib\\\\\\")()\\"","prestart":"echo first"},"dependencies":{"lib":"file:lib/lib-1.0.0.tgz"}}\n' >package.json
  npm install --package-lock-only --offline --no-audit --no-fund --silent
}
work() {
  export npm_config_update_notifier=false
  npm ci --offline --no-audit --no-fund --silent
  npm start --silent && npx --no-install say && npm ls --offline
  npm pkg set description=x && npm version --no-git-tag-version patch
}
