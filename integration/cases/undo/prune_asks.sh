# SPDX-License-Identifier: Apache-2.0
# A pruned session can never be given back: guard undo --prune asks on a terminal, without one it wants --yes,
# and --dry-run lists what would go.
. "$LIB/case.sh"
with_undo
precious a b
guard_run --on-ask deny --session one -- rm a
guard_run --on-ask deny --session two -- rm b
store=$GUARD_STATE_DIR/undo
for _ in {1..100}; do
  guard undo --list >/dev/null
  [[ $(guard undo --prune --older-than 0 --dry-run | grep -c 'would remove') == 2 ]] && break
  sleep 0.1
done
is_kept() { [[ -e $store/one/journal && -e $store/two/journal ]] || fail "it was removed: $1"; }
guard undo --prune --older-than 0 --dry-run >"$OUT" || fail "--dry-run ended with $?"
[[ $(grep -c '^would remove ' "$OUT") == 2 ]] || fail "--dry-run: $(<"$OUT")"
is_kept "by --dry-run"
for words in "" "--json"; do
  ended=0
  guard undo --prune --older-than 0 $words </dev/null >"$OUT" 2>"$ERR" || ended=$?
  [[ $ended == 3 ]] || fail "without a terminal it ended with $ended"
  grep -q -- '--yes' "$ERR" || fail "no word of --yes"
  is_kept "without a terminal"
done
answered() { # ANSWER: on a terminal; its status
  python3 - "$GUARD" "$1" <<'X'
import os, pty, sys, time
pid, terminal = pty.fork()
if pid == 0: os.execv(sys.argv[1], [sys.argv[1], "undo", "--prune", "--older-than", "0"])
seen = b""
while b"[y/N]" not in seen: seen += os.read(terminal, 4096)
time.sleep(0.5)
os.write(terminal, sys.argv[2].encode() + b"\n")
try:
    while data := os.read(terminal, 4096): seen += data
except OSError: pass
assert b"would remove one" in seen and b"2 sessions" in seen, seen
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
X
}
ended=0
answered n || ended=$?
[[ $ended == 3 ]] || fail "a no ended with $ended"
is_kept "after a no"
guard undo --prune --older-than 30 </dev/null >"$OUT" || fail "with nothing to remove it ended with $?"
answered y || fail "a yes ended with $?"
[[ ! -e $store/one && ! -e $store/two ]] || fail "a yes removed nothing"
guard_run --on-ask deny --session three -- bash -c 'echo x >c; rm c; true'
guard undo --prune --older-than 0 --yes </dev/null >"$OUT" || fail "--yes ended with $?"
