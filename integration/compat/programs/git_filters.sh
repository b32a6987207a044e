# SPDX-License-Identifier: Apache-2.0
# A clean and smudge filter as git-lfs has one, with a store of its own. Setting one would ask.
# packages: git
# needs: git
# leave-out: .git/index
setup() {
  mkdir bin store && cat >bin/clean <<'SH'
#!/bin/sh
t=$(mktemp "$STORE/tmp.XXXXXX") && cat >"$t" && h=$(sha256sum <"$t" | cut -d' ' -f1) && mv "$t" "$STORE/$h" && echo "pointer $h"
SH
  cat >bin/smudge <<'SH'
#!/bin/sh
read -r _ h && cat "$STORE/$h"
SH
  chmod +x bin/clean bin/smudge && git init -q -b main repo && cd repo
  git config filter.big.clean "$PWD/../bin/clean" && git config filter.big.smudge "$PWD/../bin/smudge" && git config filter.big.required true
}
work() {
  export STORE=$PWD/store
  cd repo
  echo '*.bin filter=big' >.gitattributes
  head -c 300000 /dev/zero | tr '\0' x >a.bin
  git add . && git commit -qm big && git cat-file -p HEAD:a.bin
  git checkout -q -b other && head -c 200000 /dev/zero | tr '\0' y >a.bin && git commit -qam other
  git checkout -q main && wc -c <a.bin && git checkout -q other && wc -c <a.bin
  git status --short
}
