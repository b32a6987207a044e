# SPDX-License-Identifier: Apache-2.0
# sqlite: WAL, two writers, a hot journal, vacuum, backup.
# packages: python3
# needs: python3
# quick
setup() { python3 -c 'import sqlite3; d = sqlite3.connect("old.db"); d.execute("create table t(a)"); d.execute("insert into t values (1)"); d.commit()'; }
work() {
  python3 -B - <<'PY'
import os, sqlite3
for mode in ("wal", "delete", "truncate", "persist"):
    db = sqlite3.connect(f"{mode}.db", timeout=20); print(db.execute(f"pragma journal_mode={mode}").fetchone())
    db.execute("create table t(a integer primary key, b)")
    pid = os.fork()
    other = sqlite3.connect(f"{mode}.db", timeout=20)
    for i in range(15):
        other.execute("insert into t(b) values (?)", ("x" * i,)); other.commit()
    if pid == 0: os._exit(0)
    os.waitpid(pid, 0)
    print(db.execute("select count(*), sum(length(b)) from t").fetchone())
    other.close(); db.execute("vacuum"); db.execute("pragma wal_checkpoint(truncate)")
    copy = sqlite3.connect("copy.db"); db.backup(copy); print(copy.execute("pragma integrity_check").fetchone()); copy.close(); db.close()
old = sqlite3.connect("old.db"); old.execute("update t set a = 2"); old.rollback(); print(old.execute("select a from t").fetchall())
PY
  rm persist.db-journal; ls; rm ./*.db
}
