# SPDX-License-Identifier: Apache-2.0
# Eight threads start programs all the time, alone and while a question waits: none fails, none
# hangs. Threat 16.
# timeout: 120
. "$LIB/case.sh"
cat >storm.py <<'PYTHON'
import os, subprocess, threading
bad = []
def work():
    for _ in range(25):
        if subprocess.run(["true"], close_fds=False).returncode: bad.append(1)
        if os.waitstatus_to_exitcode(os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)[1]): bad.append(1)
threads = [threading.Thread(target=work) for _ in range(8)]
[t.start() for t in threads]; [t.join() for t in threads]
print("failed", len(bad), flush=True)
PYTHON
precious tmp_a/one
start_guarded -- bash -c 'rm -rf tmp_a & until [[ -e go ]]; do sleep 0.05; done; python3 storm.py; touch went; wait'
wait_for_question
touch go
until_true 60 test -e went || fail "the storm waits for the answer"
assert_content "$OUT" "failed 0"
assert_untouched tmp_a/one
guard approve "$question_id"
finish_guarded
assert_status 0
assert_missing tmp_a
guard_run --on-ask deny -- python3 storm.py
assert_content "$OUT" "failed 0"
