# SPDX-License-Identifier: Apache-2.0
# The library stays in whatever is started: without its environment, through posix_spawn, popen and
# shells, and where every descriptor was closed. Programs see nothing of it: their environment and the
# numbers of their files are as without guard.
. "$LIB/case.sh"
export GUARD_BACKEND=preload
precious nest/egg
guard_run --on-ask deny -- env -i /bin/sh -c 'env -i /bin/rm -rf nest'
assert_untouched nest/egg
guard_run --on-ask deny -- python3 -c 'import os; os.closerange(3, 1000); os.execve("/bin/rm", ["rm", "-rf", "nest"], {})'
assert_untouched nest/egg
guard_run --on-ask deny -- python3 -c '
import os
pid = os.posix_spawn("/bin/rm", ["rm", "-rf", "nest"], {})
os.waitpid(pid, 0)
print(os.popen("echo it; rm -rf nest").read())'
assert_untouched nest/egg
assert_says "$OUT" it
guard_run --on-ask deny -- bash -c 'unset LD_PRELOAD GUARD_PRELOAD; env -u LD_PRELOAD sh -c "rm -rf nest"'
assert_untouched nest/egg
guard_run --on-ask deny -- sh -c 'LD_PRELOAD= rm -rf nest'
assert_untouched nest/egg
# As without guard.
guard_options=(--on-ask deny)
same_as_bare '' bash -c 'env | grep -i -e preload -e guard_spawn; export A=1; env -i A=2 env; exit 0'
same_as_bare '' python3 -c '
import os
os.close(0)
print(os.open("made", os.O_RDWR | os.O_CREAT))
print(open("other", "w").fileno(), os.get_inheritable(os.open("third", os.O_WRONLY | os.O_CREAT)))
print(sorted(os.listdir("/proc/self/fd")))'
leave_out=(x.)
same_as_bare 'echo one >f' sh -c 'cp f g; mv g h; ln -s h l; mkdir d; rmdir d; chmod 600 h; touch -d @5 h; truncate -s 1 h; sort -o h h; mktemp -d -p . x.XXXXXX | cut -c1-4'
same_as_bare '' python3 -c '
import socket, threading
server = socket.create_server(("127.0.0.1", 0))
def serve():
    peer, _ = server.accept()
    peer.sendall(b"hello")
    peer.close()
threading.Thread(target=serve).start()
print(socket.create_connection(server.getsockname()).recv(9))'
