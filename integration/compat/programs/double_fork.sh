# SPDX-License-Identifier: Apache-2.0
# A daemon: forks twice, new session, closes its descriptors, writes its pid file, ends by a signal.
# packages: python3
# needs: python3
# options: --kill-at-exit
# quick
setup() {
  cat >d.py <<'PY'
import os, signal, sys, time
if os.fork(): os._exit(0)
os.setsid(); os.chdir("/")
if os.fork(): os._exit(0)
null = os.open("/dev/null", os.O_RDWR); [os.dup2(null, n) for n in (0, 1, 2)]
here = sys.argv[1]
def end(*_):
    open(here + "/ended", "w").write("x"); os.unlink(here + "/pid"); os._exit(0)
signal.signal(signal.SIGTERM, end)
with open(here + "/pid.new", "w") as f: f.write(str(os.getpid()))
os.rename(here + "/pid.new", here + "/pid")
while True: time.sleep(10)
PY
}
work() {
  python3 d.py "$PWD"; for _ in $(seq 100); do [[ -s pid ]] && break; sleep 0.05; done
  p=$(<pid); ps -o sid= -p "$p" | grep -qv "^ *$p$" && echo "in a session of its first child"; kill "$p"
  for _ in $(seq 100); do [[ ! -e pid ]] && break; sleep 0.05; done; ls
}
