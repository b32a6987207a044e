# SPDX-License-Identifier: Apache-2.0
# flock: exclusive, shared, non-blocking, with a waiting process; fcntl locks; leases.
# packages: util-linux python3
# needs: flock python3
# quick
work() {
  (flock 9; echo first >>log; sleep 0.3; echo first ends >>log) 9>lock & 
  for _ in $(seq 100); do [[ -s log ]] && break; sleep 0.02; done
  flock -n lock true || echo "held $?"; flock lock sh -c 'echo second >>log'; wait; cat log
  for _ in $(seq 60); do (flock -n 9 || echo lost) 9>lock2; done
  python3 -c '
import fcntl, os
f = open("l", "w"); fcntl.lockf(f, fcntl.LOCK_EX)
pid = os.fork()
if pid == 0:
    try: fcntl.lockf(open("l", "r+"), fcntl.LOCK_EX | fcntl.LOCK_NB); os._exit(1)
    except OSError: os._exit(0)
print(os.waitpid(pid, 0)[1])'
}
