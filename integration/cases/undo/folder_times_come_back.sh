# SPDX-License-Identifier: Apache-2.0
# The times of a folder come back where a socket was bound in it, and where a file without a name was
# made in the working folder before something there changed.
. "$LIB/case.sh"
with_undo
precious bound/file unnamed/q linked/file
touch -d '2020-01-02 03:04:05' bound unnamed linked .
remember .
guard_run --on-ask deny --session s -- python3 -B -c '
import os, socket
os.chdir("bound")
socket.socket(socket.AF_UNIX).bind("sock")
os.unlink("sock")
os.chdir("../unnamed")
os.close(os.open(".", os.O_TMPFILE | os.O_RDWR))
os.unlink("q")
os.chdir("../linked")
file = os.open(".", os.O_TMPFILE | os.O_RDWR)
os.link(f"/proc/self/fd/{file}", "named", dst_dir_fd=os.open(".", os.O_RDONLY))
os.unlink("named")
os.chdir("..")
socket.socket(socket.AF_UNIX).bind("bound/sock")
os.unlink("bound/sock")'
assert_status 0
guard undo --yes --session s
assert_as_remembered .
