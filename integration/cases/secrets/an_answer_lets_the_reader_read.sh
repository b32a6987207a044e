# SPDX-License-Identifier: Apache-2.0
# The question holds the reader alone: threads beside it, the rest of the tree and programs outside
# go on; an answer gives it the very file; the answer for the session holds for the rest of it.
. "$LIB/case.sh"
canary=canary-$RANDOM$RANDOM$RANDOM
echo "TOKEN=$canary" >.env
start_guarded -- python3 -c '
import os, threading, time
beside = []
def other():
    for n in range(20):
        beside.append(n)
        time.sleep(0.01)
    open("beside", "w").write("done")
thread = threading.Thread(target=other)
thread.start()
with open(".env") as f:
    print("read", f.read().strip(), flush=True)
    assert os.fstat(f.fileno()).st_ino == os.stat(".env").st_ino
thread.join()
for turn in range(3):
    print("again", open(".env").read().strip(), flush=True)
'
wait_for_question
until_true 20 test -e beside || fail "a thread beside the reader stands still"
[[ $(json_of "data[0]['what']") == read* ]] || fail "asked: $QUESTION"
[[ $QUESTION != *"$canary"* ]] || fail "the question shows the content"
[[ $QUESTION == *FS_CONFIG_SECRETS* ]] || fail "of another category: $QUESTION"
[[ $QUESTION == *"settings (NAME=VALUE)"* ]] || fail "of another kind: $QUESTION"
[[ $(cat .env) == "TOKEN=$canary" ]] || fail "a program outside cannot read"
guard run --on-ask deny -- true || fail "another session does not start"
guard approve --scope session "$question_id"
finish_guarded
assert_status 0
[[ $(grep -c "again TOKEN=$canary" "$OUT") == 3 ]] || fail "it does not go on: $(<"$OUT")"
assert_says "$OUT" "read TOKEN=$canary"
wait_for_closing
assert_recorded "r['act'] == 'read' and r['decision'] == 'ask' and r['outcome'] == 'done'"
! grep -rqs "$canary" "$GUARD_STATE_DIR" || fail "the content is in guard's own files"
