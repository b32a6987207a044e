# SPDX-License-Identifier: Apache-2.0
# git-lfs itself, without a server. Installing it would ask.
# packages: git git-lfs
# needs: git git-lfs
# leave-out: .git/index /lfs/logs .git/config
setup() { git init -q -b main repo && cd repo && git lfs install --local >/dev/null; }
work() {
  cd repo && git lfs track '*.bin' >/dev/null
  head -c 300000 /dev/zero | tr '\0' x >a.bin
  git add . && git commit -qm big && git cat-file -p HEAD:a.bin
  rm a.bin && git lfs checkout a.bin >/dev/null 2>&1; wc -c <a.bin
  git lfs ls-files && git status --short
}
