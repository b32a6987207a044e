# SPDX-License-Identifier: Apache-2.0
# A removed file that lives on in a store alone gets no new name and is not written: not by who holds
# it by O_PATH, in this session or in another one that lives beside it.
. "$LIB/case.sh"
with_undo
mkdir w
cd w
printf 'one\n' >a
printf 'two\n' >b
remember .
guard_run --on-ask deny --session s -- python3 -c '
import ctypes, os
held = os.open("a", os.O_PATH)
os.unlink("a")
ctypes.CDLL(None).linkat(held, b"", -100, b"again", 0x1000)'
assert_missing a again
guard undo --yes --session s
assert_as_remembered .

# The other session holds b, this one deletes it.
guard run --on-ask deny --session other -- python3 -c '
import os, time
held = os.open("b", os.O_PATH)
open("ready", "w").close()
while not os.path.exists("go"):
    time.sleep(0.01)
try:
    os.write(os.open("/proc/self/fd/%d" % held, os.O_WRONLY), b"EVIL")
except OSError as error:
    print(error)' >"$OUT.other" 2>&1 </dev/null &
other=$!
until_true 20 test -e ready
guard_run --on-ask deny --session s2 -- python3 -c 'import os; os.unlink("b")'
: >go
wait "$other" || true
guard undo --yes --session s2
assert_content b two
