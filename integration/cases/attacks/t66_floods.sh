# SPDX-License-Identifier: Apache-2.0
# A thousand requests at once become few questions; the rest is denied with the reason, the person
# can still answer, and the rest of the tree goes on. Threat 66.
. "$LIB/case.sh"
mkdir kept
for i in {1..1000}; do echo "precious kept/$i" >"kept/$i"; done
cat >flood.py <<'PYTHON'
import os, threading
refused = []
def remove(numbers):
    for number in numbers:
        try:
            os.remove(f"kept/{number}")
        except PermissionError:
            refused.append(number)
threads = [threading.Thread(target=remove, args=(range(start, 1001, 200),), daemon=True) for start in range(1, 201)]
[thread.start() for thread in threads]
while len(refused) < 300:
    threads[0].join(0.05)
open("flooded", "w").write("x")
while not os.path.exists("go"):
    threads[0].join(0.05)
os._exit(0)
PYTHON
start_guarded -- python3 flood.py
until_true 40 test -e flooded || fail "nothing was denied: $(guard pending --json | head -c 300)"
QUESTION=$(guard pending --json)
waiting=$(json_of "len(data)")
((waiting <= 100)) || fail "$waiting questions wait at once"
((waiting >= 1)) || fail "no question is left to answer"
[[ $(find kept -type f | wc -l) -eq 1000 ]] || fail "something went without an answer"
assert_recorded "r['outcome'] == 'refused' and 'questions' in str(r)"
question_id=$(json_of "data[0]['id']")
guard approve "$question_id"
one_less() { [[ $(find kept -type f | wc -l) -eq 999 ]]; }
until_true 20 one_less || fail "the answered one did not go"
touch go
finish_guarded
one_less || fail "more went than was answered"
