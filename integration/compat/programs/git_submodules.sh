# SPDX-License-Identifier: Apache-2.0
# Submodules: add, clone with them, update, deinit.
# packages: git
# needs: git
# leave-out: /index
setup() { git init -q -b main part && cd part && echo part >p && git add p && git commit -qm part; }
work() {
  export GIT_ALLOW_PROTOCOL=file
  git init -q -b main whole && cd whole
  git submodule --quiet add ../part lib && git commit -qm whole
  cd .. && git clone -q --recurse-submodules whole copy && cd copy
  (cd ../part && echo more >>p && git commit -qam more)
  git submodule --quiet update --remote lib && git commit -qam newer
  git submodule status && cat lib/p
  git submodule deinit lib >/dev/null && git submodule --quiet update --init lib && cat lib/p
  git log --format='%H %s'
}
