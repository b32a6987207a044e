# SPDX-License-Identifier: Apache-2.0
# pnpm: a workspace of two packages, linked through its store, their scripts, and an installation anew.
# packages: nodejs npm
# needs: node
# modules: pnpm
# leave-out: .modules.yaml .pnpm-workspace-state lock.yaml .cache/ .local/
# timeout: 120
setup() {
  mkdir -p packages/lib packages/app
  printf 'packages: ["packages/*"]\n' >pnpm-workspace.yaml
  printf '{"name":"whole","private":true}\n' >package.json
  printf '{"name":"lib","version":"1.0.0","main":"index.js"}\n' >packages/lib/package.json
  printf 'module.exports = () => "from lib";\n' >packages/lib/index.js
  printf '{"name":"app","version":"1.0.0","scripts":{"start":"node -p \\"require(\\\\\\"lib\\\\\\")()\\""},"dependencies":{"lib":"workspace:*"}}\n' >packages/app/package.json
}
work() {
  # Unless told so, it tries first whether the root folder takes hard links.
  export npm_config_store_dir=$HOME/.local/share/pnpm/store
  export COREPACK_ENABLE_STRICT=0 CI=1 NO_UPDATE_NOTIFIER=1
  pnpm() { node "$MODULES/pnpm/bin/pnpm.cjs" "$@"; }
  pnpm install --offline --silent
  pnpm --filter app --silent start && pnpm -r --silent exec pwd | sed "s,$HOME,~," | sort
  rm -rf node_modules packages/app/node_modules
  pnpm install --offline --frozen-lockfile --silent && pnpm --filter app --silent start
}
