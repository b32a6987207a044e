# SPDX-License-Identifier: Apache-2.0
# SQLite replays the log that lies beside a database, whoever put it there. A file that a session made beside a
# database that is given back goes aside with it, and comes back with the undo of the undo: in each of SQLite's modes,
# with and without a checkpoint, cut short or closed, and when the files were deleted and made anew.
# timeout: 120
. "$LIB/case.sh"
with_undo
cat >rows.py <<'X'
import os, signal, sqlite3, sys
what, mode, pages = sys.argv[1:4]
if what == "make":
    db = sqlite3.connect("app.db", isolation_level=None)
    db.execute("pragma journal_mode=" + mode)
    db.execute("create table u(n, t)")
    db.executemany("insert into u values(?, hex(randomblob(40)))", [(n,) for n in range(500)])
    db.execute("pragma wal_checkpoint(truncate)")
    if pages == "kept":  # cut short: the log of before stays
        db.execute("pragma wal_autocheckpoint=0")
        db.execute("insert into u values(500, 'in the log')")
        os.kill(os.getpid(), signal.SIGKILL)
    db.close()
elif what == "count":
    db = sqlite3.connect("app.db")
    print(db.execute("select count(*) from u").fetchone()[0], db.execute("pragma integrity_check").fetchone()[0])
else:
    if what == "anew":
        for name in ("app.db", "app.db-wal", "app.db-shm", "app.db-journal"):
            if os.path.exists(name): os.remove(name)
    db = sqlite3.connect("app.db")
    db.execute("pragma journal_mode=" + mode)
    db.execute("pragma wal_autocheckpoint=" + pages)
    db.execute("pragma cache_size=2")
    db.execute("create table if not exists u(n, t)")
    db.execute("delete from u where n < 400")
    db.commit()
    db.execute("update u set t = 'x'")
    if what != "open": db.commit()  # else half of it is written, and the way back is in the journal
    else: db.execute("insert into u select n, hex(randomblob(2000)) from u")
    if what == "closed": db.close()
    else: os.kill(os.getpid(), signal.SIGKILL)
X
beside() { ls app.db-* 2>/dev/null | tr '\n' ' ' || true; }
number=0
comes_back() { # ROWS WHAT MODE PAGES [BEFORE]
  number=$((number + 1))
  rm -f app.db*
  python3 rows.py make "$3" "${5:-gone}" || true
  local before after
  before=$(beside)
  sha256sum app.db* >"$CASE_ROOM/before"
  guard_run --on-ask allow --session "s$number" -- python3 rows.py "$2" "$3" "$4"
  after=$(sha256sum app.db*)
  guard undo --yes --session "s$number" >"$OUT" || fail "$*: undo ended with $?: $(<"$OUT")"
  [[ $(beside) == "$before" ]] || fail "$*: beside it are: $(beside), were: $before"
  sha256sum --quiet -c "$CASE_ROOM/before" || fail "$*: not as before"
  local undo
  undo=$(sed -n 's/.*guard undo --session //p' "$OUT")
  guard undo --yes --session "$undo" >"$OUT" || fail "$*: the undo of the undo ended with $?: $(<"$OUT")"
  [[ $(sha256sum app.db*) == "$after" ]] || fail "$*: the undo of the undo left $(ls app.db*)"
  guard undo --yes --session "s$number" >"$OUT" || fail "$*: undo again ended with $?: $(<"$OUT")"
  [[ $(python3 rows.py count - -) == "$1 ok" ]] || fail "$*: rows: $(python3 rows.py count - -)"
}
comes_back 500 killed wal 0
comes_back 500 killed wal 1
comes_back 500 closed wal 0
comes_back 500 closed wal 1
comes_back 500 anew wal 0
comes_back 501 killed wal 0 kept
comes_back 501 killed wal 1 kept
comes_back 501 closed wal 1 kept
comes_back 500 open delete 0
comes_back 500 open truncate 0
comes_back 500 closed persist 0
comes_back 500 anew delete 0

# One file of them was named: the others are meant too.
rm -f app.db*
python3 rows.py make wal kept || true
guard_run --on-ask allow --session one -- python3 rows.py closed wal 1
guard undo --yes app.db >"$OUT" || fail "undo of the file ended with $?: $(<"$OUT")"
[[ $(python3 rows.py count - -) == "501 ok" ]] || fail "one file: rows: $(python3 rows.py count - -)"

# Somebody went on with the log: nothing is done without a choice, and skipped they stay together.
rm -f app.db*
python3 rows.py make wal gone
guard_run --on-ask allow --session since -- python3 rows.py killed wal 0
sleep 0.1
touch app.db-wal
sha256sum app.db app.db-wal >"$CASE_ROOM/now"
guard undo --yes --session since >"$OUT" 2>"$ERR" && fail "no choice was wanted"
grep -q 'app.db-wal' "$ERR" || fail "the log is not named"
guard undo --yes --session since --conflicts skip >"$OUT" 2>"$ERR" && fail "it says that all came back"
sha256sum --quiet -c "$CASE_ROOM/now" || fail "a database was parted from its log"
guard undo --yes --session since --conflicts overwrite >"$OUT" || fail "undo ended with $?: $(<"$OUT")"
[[ $(python3 rows.py count - -) == "500 ok" ]] || fail "rows: $(python3 rows.py count - -)"
