# SPDX-License-Identifier: Apache-2.0
# A long export says on a terminal how far it is, and nowhere else; Ctrl-C ends it with 130 and leaves no
# half file behind. A slow reader makes it long.
. "$LIB/case.sh"
guard_run -- /bin/true
python3 -B - "$GUARD_STATE_DIR/audit.db" <<'PY'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db:
    names = [row[1] for row in db.execute("PRAGMA table_info(records)") if row[1] not in ("id", "seq")]
    columns = ", ".join(names)
    for turn in range(14):
        db.execute(f"INSERT INTO records (seq, {columns}) SELECT seq + {1000 << turn}, {columns} FROM records")
PY
cat >"$CASE_ROOM/run.py" <<'PY'
import fcntl, os, pty, signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.SIG_DFL)
guard, what = sys.argv[1], sys.argv[2]
out = sys.argv[3] if len(sys.argv) > 3 else None
terminal, end = pty.openpty() if what == "terminal" else (None, subprocess.PIPE)
words = [guard, "audit", "export"]
if what == "interrupt":
    words += ["-o", out]
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=end)
    while not any(name.startswith(os.path.basename(out) + ".") for name in os.listdir(os.path.dirname(out))):
        assert child.poll() is None, "it was too quick to be interrupted"
    child.send_signal(signal.SIGINT)
    said = child.stderr.read().decode()
    assert said == "guard: audit export: interrupted\n", said
    print(child.wait())
    sys.exit()
child = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=end)
time.sleep(1.2)  # nothing is read: it takes longer than a second
if what == "terminal": os.close(end)
while child.stdout.read(1 << 20): pass
if what == "terminal":
    try: said = os.read(terminal, 1 << 16)
    except OSError: said = b""
else:
    said = child.stderr.read()
sys.stdout.write(said.decode())
sys.exit(child.wait())
PY
python3 -B "$CASE_ROOM/run.py" "$GUARD" terminal >"$OUT" || fail "export: $?"
assert_says "$OUT" "records ("
assert_says "$OUT" "%)"
python3 -B "$CASE_ROOM/run.py" "$GUARD" pipe >"$OUT" || fail "export: $?"
[[ ! -s $OUT ]] || fail "not a terminal, and it says: $(<"$OUT")"
mkdir "$CASE_ROOM/exports"
code=$(python3 -B "$CASE_ROOM/run.py" "$GUARD" interrupt "$CASE_ROOM/exports/all.jsonl")
[[ $code -eq 130 ]] || fail "interrupted, it ends with $code"
[[ -z $(ls -A "$CASE_ROOM/exports") ]] || fail "left behind: $(ls -A "$CASE_ROOM/exports")"
