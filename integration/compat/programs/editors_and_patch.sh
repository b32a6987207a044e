# SPDX-License-Identifier: Apache-2.0
# ed, sed -i, patch with backups, diff3, git apply.
# packages: ed patch git
# leave-out: .git/index
# needs: ed patch git
setup() { seq 10 >f && seq 10 | sed 's/5/five/' >g && diff -u --label f --label g f g >p || true; git init -q . && git add f g p && git commit -qm x; }
work() { patch -b f p && cat f f.orig && patch -R f p && printf '3d\nw\nq\n' | ed -s f && cat f && git apply --numstat p; sed -i '1d;$d' g; cat g; git diff --stat; }
