# SPDX-License-Identifier: Apache-2.0
# Pools by fork, spawn and forkserver; shared memory, semaphores, managers, a pty, temporary files.
# packages: python3
# needs: python3
# leave-out: __pycache__
# quick
setup() {
  cat >main.py <<'PY'
import multiprocessing as mp, os, pty, sys, tempfile
from multiprocessing import shared_memory
def square(n):
    with open(f"out{n}", "w") as f:
        f.write(str(n * n))
    return n * n
def shout(name, gate):
    with gate:
        shared = shared_memory.SharedMemory(name)
        shared.buf[0] += 1
        shared.close()
if __name__ == "__main__":
    for method in ("fork", "spawn", "forkserver"):
        context = mp.get_context(method)
        with context.Pool(3) as pool:
            print(method, pool.map(square, range(8)))
        shared = shared_memory.SharedMemory(create=True, size=8)
        gate = context.Lock()
        workers = [context.Process(target=shout, args=(shared.name, gate)) for _ in range(4)]
        [w.start() for w in workers]; [w.join() for w in workers]
        print(shared.buf[0]); shared.close(); shared.unlink()
    with mp.Manager() as manager:
        table = manager.dict(a=1); table["b"] = 2; print(sorted(table.items()))
    with tempfile.TemporaryDirectory(dir=".") as d, tempfile.NamedTemporaryFile(dir=d) as f:
        f.write(b"x"); print(os.listdir(d) != [])
    pid, fd = pty.fork()
    if pid == 0:
        os.execlp("sh", "sh", "-c", "test -t 0 && echo terminal")
    print(os.read(fd, 100).split()); print(os.waitpid(pid, 0)[1])
PY
}
work() { python3 -B main.py; }
