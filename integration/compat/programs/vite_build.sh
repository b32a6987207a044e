# SPDX-License-Identifier: Apache-2.0
# vite: a build for the browser, which is minified and bundled by two native programs, then built over itself.
# packages: nodejs npm
# needs: node
# modules: vite
# leave-out: node_modules/ .vite
# output: any
# timeout: 120
setup() {
  ln -s "$MODULES" node_modules
  printf '{"name":"page","private":true,"type":"module"}\n' >package.json
  printf '<!doctype html><script type="module" src="/main.js"></script>\n' >index.html
  printf 'import "./style.css"; import { word } from "./word.js"; document.title = word(3);\n' >main.js
  printf 'export const word = n => "w".repeat(n);\n' >word.js
  printf 'body { color: red; }\n' >style.css
}
work() {
  node node_modules/vite/bin/vite.js build
  echo 'export const word = n => "v".repeat(n);' >word.js
  node node_modules/vite/bin/vite.js build && ls dist/assets && grep -o 'v.*repeat' dist/assets/*.js
}
