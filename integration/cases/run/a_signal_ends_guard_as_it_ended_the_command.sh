# SPDX-License-Identifier: Apache-2.0
# Whoever waits for guard sees the same signal that ended CMD, not 128+N.
. "$LIB/case.sh"
python3 - <<'PYTHON' || fail "the signal was not passed on"
import os, signal, subprocess, sys
for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGSEGV, signal.SIGHUP):
    done = subprocess.run([os.environ["GUARD"], "run", "--", "bash", "-c", f"kill -{int(number)} $$"],
                          stdin=subprocess.DEVNULL, check=False)
    if done.returncode != -number:
        sys.exit(f"{number.name}: {done.returncode}")
PYTHON
guard_run -- bash -c 'kill -9 $$'
assert_status 137
