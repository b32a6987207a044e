# SPDX-License-Identifier: Apache-2.0
# Build output is not saved. The question says how much undo gives back, the end of the session and the undo what not;
# the undo lists it with --json, and ends with 1, until it is made again.
. "$LIB/case.sh"
with_undo
make_tree() {
  mkdir -p node_modules/a __pycache__ src
  for number in $(seq 1 1200); do echo built >"node_modules/a/$number.js"; done
  echo built >__pycache__/app.pyc
  precious src/app.py README
}
make_tree
start_guarded --session s -- bash -c 'rm -rf *'
wait_for_question
[[ $(json_of "data[0]['undo']") == "3 of 1,207; not 1,204 build files (node_modules, __pycache__)" ||
  $(json_of "data[0]['undo']") == "3 of 1,207; not 1,204 build files (__pycache__, node_modules)" ]] || fail "undo: $(json_of "data[0]['undo']")"
[[ $(json_of "data[0]['undo_part']") == some ]] || fail "part: $QUESTION"
[[ $(json_of "data[0]['risk']") == *"All 1,207 existed before this session; 1,204 are build output."* ]] || fail "risk: $(json_of "data[0]['risk']")"
for columns in 40 80; do
  COLUMNS=$columns guard pending "$question_id" >"$OUT"
  tr -s ' \n' ' ' <"$OUT" | grep -q 'Undo 3 of 1,207; not 1,204 build files (' || fail "pending at $columns columns: $(<"$OUT")"
done
guard approve "$question_id" --confirm CONFIRM >/dev/null
finish_guarded
assert_missing src node_modules

undo_says() { # STATUS WORD...
  local wanted=$1 ended=0
  shift
  guard undo "$@" >"$OUT" 2>"$ERR" || ended=$?
  [[ $ended == "$wanted" ]] || fail "undo $* ended with $ended: $(cat "$OUT" "$ERR")"
}
undo_says 1 --dry-run --session s
grep -q 'not given back: 1,204 build files (__pycache__, node_modules)' "$OUT" || fail "the plan: $(<"$OUT")"
undo_says 0 --yes README
undo_says 1 node_modules/a --yes
grep -q 'not given back: 1,201 build files' "$OUT" || fail "the folder: $(<"$OUT")"
undo_says 1 --yes --session s --json
python3 - "$OUT" <<'X' || fail "the JSON: $(<"$OUT")"
import json, sys
lost = json.load(open(sys.argv[1]))["not_saved"]
assert lost["built"] == 1204 and lost["unsaved"] == 0 and lost["complete"], lost["built"]
assert any(o["path"].endswith("/node_modules/a/1200.js") for o in lost["objects"])
X
assert_untouched src/app.py
undo_says 1 --yes --session s
make_tree
undo_says 0 --yes --session s

# All of it, and none of it.
start_guarded --session all -- rm -rf src README
wait_for_question
[[ $(json_of "data[0]['undo']") == "all 3" ]] || fail "all: $QUESTION"
guard approve "$question_id" --confirm CONFIRM >/dev/null
finish_guarded
undo_says 0 --yes --session all
start_guarded --no-undo --session none -- rm -rf src README
wait_for_question
[[ $(json_of "data[0]['undo']") == "none: this session saves nothing (--no-undo)" ]] || fail "none: $QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
assert_exists src/app.py

# On a terminal the end of the session says it too.
python3 - "$GUARD" >"$OUT" <<'X'
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0: os.execv(sys.argv[1], [sys.argv[1], "run", "--on-ask", "allow", "--session", "end", "--", "rm", "-rf", "node_modules", "README"])
try:
    while data := os.read(terminal, 4096): sys.stdout.buffer.write(data)
except OSError: pass
os.waitpid(pid, 0)
X
grep -q '1 file can be taken back: guard undo --session end; not 1,202 build files (node_modules)' "$OUT" || fail "the end says: $(<"$OUT")"
