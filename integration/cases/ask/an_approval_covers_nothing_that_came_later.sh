# SPDX-License-Identifier: Apache-2.0
# A folder that is moved into one that was asked about with "at least" is not covered by the answer: its files
# changed nothing but their place.
. "$LIB/case.sh"
# A file that lies deeper than one call can name is not counted.
python3 -B - <<'PYTHON'
import os
os.makedirs("first/000")
os.makedirs("photos/holiday")
for number in range(40):
    os.close(os.open(f"photos/holiday/{number}", os.O_CREAT | os.O_WRONLY, 0o644))
os.mkdir("last")
os.chdir("last")
for _ in range(30):
    os.mkdir("n" * 200)
    os.chdir("n" * 200)
PYTHON
start_guarded -- rm -rf first last
wait_for_question
[[ $QUESTION == *"at least "* ]] || fail "it was counted to its end: $QUESTION"
asked=$question_id
mv photos first/000/photos
guard approve --confirm CONFIRM "$asked"
asks_again() { one_question_waits && [[ $question_id != "$asked" ]]; }
until_true 20 asks_again || fail "nothing more was asked; left: $(find first -type f | wc -l)"
(($(find first/000/photos -type f | wc -l) == 40)) || fail "what came later is gone"
guard stop --all >/dev/null
finish_guarded
(($(find first/000/photos -type f | wc -l) == 40)) || fail "what came later is gone"
