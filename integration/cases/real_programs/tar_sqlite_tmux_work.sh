# SPDX-License-Identifier: Apache-2.0
# tar, rsync, sqlite in WAL mode, tmux, dash, perl: as bare.
# timeout: 120
. "$LIB/case.sh"
same_as_bare 'mkdir -p a/b; for i in $(seq 50); do echo $i >a/b/$i; done; chmod 640 a/b/7' bash -ec 'tar czf t.tgz a && mkdir out && tar xzf t.tgz -C out && diff -r a out/a && rm t.tgz && echo same'
same_as_bare '' python3 -c '
import sqlite3
db = sqlite3.connect("x.db"); db.execute("pragma journal_mode=wal"); db.execute("create table t(a)")
for i in range(100): db.execute("insert into t values (?)", (i,)); db.commit()
print(db.execute("select sum(a) from t").fetchone()); db.close()
import os; os.remove("x.db")'
same_as_bare '' perl -e 'open(F, ">f") or die; print F "x"; close F; rename "f", "g"; unlink "g" or die; print "done\n"'
! command -v rsync >/dev/null || same_as_bare 'mkdir a; echo x >a/f; touch -d 2020-01-01 a/f' bash -c 'rsync -a a/ b/ && stat -c %Y b/f'
command -v tmux >/dev/null || exit 0
guard_run --on-ask deny --kill-at-exit -- bash -c 'tmux -S ./t.sock -f /dev/null new-session -d "echo in tmux >seen; sleep 1000"; for i in $(seq 100); do [[ -s seen ]] && break; sleep 0.1; done; cat seen; tmux -S ./t.sock kill-server'
assert_says "$OUT" "in tmux"
