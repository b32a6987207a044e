# SPDX-License-Identifier: Apache-2.0
# A program that has used up the processes of its user and then enters a namespace gets EAGAIN for what guard would do
# there; the session goes on.
. "$LIB/case.sh"
[[ $(id -u) == 0 ]] || skip "needs root, to be a user with no other process"
cat >x.py <<'PYTHON'
import ctypes
from all_processes import give_back, take_all
children = take_all()
if ctypes.CDLL(None).unshare(0x10000000) != 0:
    print("not entered")
try:
    open("full", "w")
    print("opened")
except OSError as error:
    print("error", error.errno)
give_back(children)
open("free", "w")
PYTHON
room=$(mktemp -d /tmp/guard-full.XXXXXX)
trap 'rm -rf "$room"' EXIT
install -d -o 64009 -m 755 "$room" "$room/home"
cp "$GUARD" "$LIB/all_processes.py" x.py "$room/"
status=0
setpriv --reuid 64009 --regid 64009 --clear-groups env -i "HOME=$room/home" "PATH=$PATH" bash -c '
  cd && unshare -U true 2>/dev/null || exit 77
  ulimit -u 150
  exec ../guard run -- python3 ../x.py' >"$OUT" 2>"$ERR" </dev/null || status=$?
[[ $status != 77 ]] || skip "no user namespace can be made here"
assert_status 0
assert_says "$OUT" 'error 11'
assert_silent "$OUT" 'not entered'
[[ -e $room/home/free && ! -e $room/home/full ]] || fail "made: $(ls "$room/home")"
