# SPDX-License-Identifier: Apache-2.0
# Eight threads that start programs all the time: none fails, none hangs. 16.
. "$LIB/case.sh"
same_as_bare '' python3 -c '
import subprocess, threading
bad = []
def work():
    for _ in range(25):
        if subprocess.run(["true"], close_fds=False).returncode: bad.append(1)
threads = [threading.Thread(target=work) for _ in range(8)]
[t.start() for t in threads]; [t.join() for t in threads]
print("failed", len(bad))'
