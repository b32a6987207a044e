# SPDX-License-Identifier: Apache-2.0
# A thousand requests in ten seconds: few become questions, the rest is refused with the reason; the inline
# question and guard watch answer keys all the while, and nothing happens that nobody answered.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/screen.sh"
mkdir kept
for i in {1..1000}; do echo "precious kept/$i" >"kept/$i"; done
cat >flood.py <<'PYTHON'
import os, threading, time
refused, waits = [], []
def remove(number):
    waits.append(number)
    try:
        os.remove(f"kept/{number}")
    except PermissionError:
        refused.append(number)
open("begun", "w").close()
for number in range(1, 1001):
    threading.Thread(target=remove, args=(number,), daemon=True).start()
    time.sleep(0.009)
open("flooded", "w").write(str(len(refused)))
while not os.path.exists("go"):
    time.sleep(0.05)
os._exit(0)
PYTHON
# Two screens: the agent's own terminal, and guard watch.
open_screen 80 24 "$GUARD" run -- python3 flood.py
until_true 20 test -e begun || fail "the flood did not begin"
on_tmux new-window -n watch "$(printf '%q ' "$GUARD" watch)"
at() { on_tmux capture-pane -p -t "$1"; }
shows() { at "$1" 2>/dev/null | grep -qF -- "$2"; }
type_at() { sleep 0.5 && on_tmux send-keys -t "$1" "${@:2}"; }
until_true 20 shows :0 "[n] deny" || fail "no question in the agent's terminal: $(at :0)"
until_true 20 shows :watch "questions wait" || fail "guard watch does not show them: $(at :watch)"
pause  # the first moments of a question answer nothing
while [[ ! -e flooded ]]; do
  type_at :watch '?'
  until_true 10 shows :watch "this page" || fail "guard watch does not hear keys: $(at :watch)"
  type_at :watch Escape
  until_true 10 shows :watch "[y] approve" || fail "guard watch does not leave its help: $(at :watch)"
  type_at :0 d
  until_true 10 shows :0 "Judged" || fail "the question does not hear keys: $(at :0)"
  type_at :0 q
  box_is_back() { at :0 | grep -qF "[n] deny"; }
  until_true 10 box_is_back || fail "the question does not come back: $(at :0)"
done
[[ $(find kept -type f | wc -l) -eq 1000 ]] || fail "something went without an answer"
(($(<flooded) > 500)) || fail "only $(<flooded) were refused"
QUESTION=$(guard pending --json)
waiting=$(json_of "len(data)")
((waiting >= 1 && waiting <= 100)) || fail "$waiting questions wait"
assert_recorded "r['outcome'] == 'refused' and 'questions' in str(r)"
# Each face still answers, one each.
type_at :0 n
denied() { QUESTION=$(guard pending --json) && [[ $(json_of "len(data)") -lt $waiting ]]; }
until_true 20 denied || fail "n in the agent's terminal denies nothing: $(at :0)"
waiting=$(json_of "len(data)")
pause
type_at :watch n
until_true 20 denied || fail "n in guard watch denies nothing: $(at :watch)"
[[ $(find kept -type f | wc -l) -eq 1000 ]] || fail "something went without an answer"
assert_not_recorded "r['approval_status'] == 'approved'"
touch go
type_at :watch q
