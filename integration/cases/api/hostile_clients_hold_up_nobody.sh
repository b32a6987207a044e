# SPDX-License-Identifier: Apache-2.0
# Clients that never read, drip, send half requests, garbage, headers and bodies without an end, many at once, from
# outside and from inside: what is supervised goes on, guard takes no more memory than it may, and a person is answered.
# timeout: 180
. "$LIB/case.sh"
cat >work.py <<'PY'
# Acts that are judged each, counted; then one that is asked about.
import os, pathlib, shutil, subprocess, sys, time
hostile = None
done = 0
while not os.path.exists("enough"):
    pathlib.Path("made").write_text("x")
    os.rename("made", "moved")
    os.unlink("moved")
    done += 1
    time.sleep(0.003)  # leaves the processor to the others
    if done % 20 == 0:
        pathlib.Path("done.new").write_text(str(done))
        os.rename("done.new", "done")
    if hostile is None and os.path.exists("inside"):
        hostile = subprocess.Popen([sys.executable, "-B", sys.argv[1], "@guard.session", "12"])
if hostile:
    hostile.wait()
PY
start_guarded --session s --on-ask wait -- python3 -B work.py "$LIB/hostile_clients.py"
socket=$XDG_RUNTIME_DIR/guard/s.sock
until_true 20 test -s done || fail "the work does not begin"

memory() { # kB: the most that guard's processes ever had
  python3 -B - "$guard_pid" <<'PY'
import pathlib, sys
found, open_ends, total = [], [int(sys.argv[1])], 0
while open_ends:
    pid = open_ends.pop()
    task = pathlib.Path("/proc", str(pid))
    try:
        if (task / "comm").read_text() == "guard\n":
            status = (task / "status").read_text()
            total += int(status.split("VmHWM:")[1].split()[0])
        open_ends += [int(one) for one in (task / "task" / str(pid) / "children").read_text().split()]
    except (OSError, IndexError):
        pass
print(total)
PY
}
goes_on() { # WHAT: a hundred further acts happen
  local from
  from=$(<done)
  further() { (($(<done) >= from + 100)); }
  until_true 30 further || fail "$1: the work stands still at $(<done)"
}
before=$(memory)

python3 -B "$LIB/hostile_clients.py" "$socket" 12 >"$CASE_ROOM/outside" 2>&1 &
hostile=$!
sleep 1
goes_on "hostile clients outside"
wait "$hostile" || fail "$(<"$CASE_ROOM/outside")"
goes_on "after them"
for kind in never_reads garbage endless_header endless_body; do
  grep -q "$kind: dropped" "$CASE_ROOM/outside" || fail "not dropped: $kind: $(<"$CASE_ROOM/outside")"
done

# The tree has places of its own: a person is answered meanwhile.
touch inside
sleep 1
goes_on "hostile clients inside"
PYTHONPATH=$LIB python3 -B -c '
import sys
from api_client import ask
for _ in range(50):
    status, body = ask(sys.argv[1], "GET", "/v1/approvals")
    assert status == 200, (status, body)' "$socket" || fail "nobody else is answered"
grown=$((($(memory) - before) / 1024))
((grown < 128)) || fail "guard has $grown MiB more"
touch enough
finish_guarded
assert_status 0
assert_recorded "r['decision'] == 'deny' and 'GET /v1/events' in r['result_summary']"
