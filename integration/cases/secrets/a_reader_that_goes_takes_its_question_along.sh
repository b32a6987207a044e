# SPDX-License-Identifier: Apache-2.0
# A signal ends the wait for an answer; a fork, a thread and a child of vfork that are held are let
# go by an answer like any other reader. Another thread's exec takes a waiting leader's number: what
# runs then is asked about anew.
. "$LIB/case.sh"
echo TOKEN=canary >.env

start_guarded -- bash -c 'echo $$ >pid; exec cat .env'
wait_for_question
kill -TERM "$(<pid)"
finish_guarded
assert_status 143
until_true 10 no_question_waits || fail "the question outlives its reader: $(guard pending)"

start_guarded -- python3 -c '
import os, signal
signal.signal(signal.SIGINT, lambda *_: print("handled", flush=True))
open("pid2", "w").write(str(os.getpid()))
try: print(open(".env").read())
except PermissionError: print("denied")
'
wait_for_question
first=$question_id
kill -INT "$(<pid2)"
# Below 5.19, where a handled signal has every call made again, it joins its own question.
asked_again() { one_question_waits && { calls_repeat || [[ $question_id != "$first" ]]; }; }
until_true 20 grep -q handled "$OUT" || fail "the signal was not handled"
until_true 20 asked_again || fail "after a handled signal the read is not asked anew"
guard deny "$question_id"
finish_guarded
assert_says "$OUT" denied
assert_silent "$OUT" canary

start_guarded -- python3 -c '
import os
if os.fork() == 0:
    print("child", open(".env").read().strip(), flush=True)
    os._exit(0)
os.wait()'
wait_for_question
guard approve "$question_id"
finish_guarded
assert_says "$OUT" "child TOKEN=canary"

start_guarded -- python3 -c '
import threading
reader = threading.Thread(target=lambda: print("thread", open(".env").read().strip(), flush=True))
reader.start()
reader.join()'
wait_for_question
guard approve "$question_id"
finish_guarded
assert_says "$OUT" "thread TOKEN=canary"

start_guarded -- "$PROGRAMS/read_under_vfork" .env
wait_for_question
guard approve "$question_id"
finish_guarded
assert_says "$OUT" "under vfork: TOKEN=canary"
assert_status 0

start_guarded -- python3 -c '
import os, threading, time
def exec_beside():
    while not os.path.exists("asked"): time.sleep(0.02)
    os.execv("/bin/cat", ["cat", ".env"])
threading.Thread(target=exec_beside).start()
open(".env")'
wait_for_question
first=$question_id
: >asked
another_asks() { one_question_waits && [[ $question_id != "$first" ]]; }
until_true 20 another_asks || fail "the program of another thread is not asked about: $(guard pending)"
guard approve "$question_id"
finish_guarded
assert_says "$OUT" "TOKEN=canary"
assert_status 0
