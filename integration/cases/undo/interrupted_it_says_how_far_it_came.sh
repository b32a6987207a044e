# SPDX-License-Identifier: Apache-2.0
# Ctrl-C ends an undo behind a step: it says how many of how many came back, how to take these back, and
# that the same command goes on; so it does. The record says it too.
. "$LIB/case.sh"
with_undo
mkdir many
for number in {1..400}; do echo "before $number" >"many/$number"; done
remember many
guard_run --on-ask allow --safe-mode off --session s -- bash -c 'for file in many/*; do echo agent >"$file"; done'
assert_status 0
wait_for_closing
# A lease of one of the files says when the undo has come to it, and holds it up there for a moment.
cat >"$CASE_ROOM/interrupt.py" <<'PY'
import fcntl, os, signal, subprocess, sys
guard, number, leased = sys.argv[1], getattr(signal, sys.argv[2]), sys.argv[3]
signal.signal(signal.SIGINT, signal.SIG_DFL)
child = subprocess.Popen(["bash", "-c", 'read -r; exec "$0" "$@"', guard, "undo", "--yes", *sys.argv[4:]],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGIO])
file = os.open(leased, os.O_RDONLY)
fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)
child.stdin.write(b"\n")
child.stdin.flush()
assert signal.sigtimedwait([signal.SIGIO], 30), "the undo does not come to it"
child.send_signal(number)
fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)
sys.stdout.write(child.stdout.read().decode())
sys.exit(child.wait())
PY
status=0
python3 -B "$CASE_ROOM/interrupt.py" "$GUARD" SIGINT many/300 --session s >"$OUT" 2>"$ERR" || status=$?
assert_status 130
[[ $(wc -l <"$OUT") -eq 1 ]] || fail "it says: $(<"$OUT")"
[[ $(<"$OUT") =~ ^interrupted\;\ restored\ ([0-9]+)\ of\ 400\ files\;\ the\ same\ command\ again\ goes\ on\;\ to\ revert:\ guard\ undo\ --session\ (undo-[0-9a-f]+)$ ]] ||
  fail "it says: $(<"$OUT")"
count=${BASH_REMATCH[1]} first=${BASH_REMATCH[2]}
[[ $(grep -l before many/* | wc -l) -eq $count ]] || fail "$(grep -l before many/* | wc -l) are given back, not $count"
assert_recorded "r['session_id'] == '$first' and r['kind'] == 'intent' and r['outcome'] == 'failed' and 'interrupted; restored $count of 400' in r['outcome_summary']"
# For programs, and by another signal.
status=0
python3 -B "$CASE_ROOM/interrupt.py" "$GUARD" SIGTERM many/150 --json --session s >"$OUT" 2>"$ERR" || status=$?
assert_status 143
python3 -B - "$OUT" "$count" <<'PY' || fail "$(head -c 300 "$OUT")"
import json, sys
data = json.load(open(sys.argv[1]))
assert data["interrupted"] and data["given_back"] + data["not_reached"] == 400 - int(sys.argv[2])
PY
guard undo --yes --session s >"$OUT" || fail "it does not go on: $(<"$OUT")"
assert_as_remembered many
guard audit verify >"$OUT" || fail "verify: $(<"$OUT")"
guard undo --yes --session "$first" || fail "what was given back first cannot be taken back"
[[ $(grep -l agent many/* | wc -l) -eq $count ]] || fail "it is not taken back"
