# SPDX-License-Identifier: Apache-2.0
# A file that a session made beside a database goes aside with it. It is no act of its own: the list gives it no number.
. "$LIB/case.sh"
with_undo
python3 - <<'X'
import sqlite3
db = sqlite3.connect("app.db", isolation_level=None)
db.execute("pragma journal_mode=wal")
db.execute("create table u(n)")
db.execute("pragma wal_checkpoint(truncate)")
db.close()
X
cat >killed.py <<'X'
import os, signal, sqlite3
db = sqlite3.connect("app.db", isolation_level=None)
db.execute("pragma wal_autocheckpoint=0")
db.execute("insert into u values(1)")
db.execute("pragma wal_checkpoint(passive)")
db.execute("insert into u values(2)")
os.kill(os.getpid(), signal.SIGKILL)
X
guard_run --on-ask allow --session beside -- python3 killed.py
guard undo --list --session beside >"$OUT"
assert_says "$OUT" "app.db-wal"
grep -q '^-  .*app.db-wal' "$OUT" || fail "it has a number: $(<"$OUT")"
grep -qE '^# beside:N names one act: guard undo beside:[0-9]{1,4}$' "$OUT" || fail "$(head -1 "$OUT")"
guard undo --list --session beside --json | python3 -c '
import json, sys
entries = json.load(sys.stdin)
assert any(e["n"] is None for e in entries) and all(e["n"] is None or e["n"] < 10000 for e in entries), entries'
guard undo --yes --session beside >"$OUT"
assert_missing app.db-wal
audit_records | python3 -c '
import json, sys
back = [json.loads(line)["effect"] for line in sys.stdin]
back = [e["gives_back"] for e in back if e and "gives_back" in e]
assert "beside" in back and all(len(one) < 20 for one in back), back'
