# SPDX-License-Identifier: Apache-2.0
# A removed file that lives on in the store alone: who holds it by O_PATH writes to it, and what is
# given back is the file as it was removed.
. "$LIB/case.sh"
with_undo
mkdir w
cd w
printf 'one\n' >a
printf 'two\n' >b
chmod 640 a
touch -d '2020-01-01 01:02:03.5' a
remember .
guard_run --on-ask deny --session s -- python3 -c '
import os
for name in "a", "b":
    held = os.open(name, os.O_PATH)
    os.unlink(name)
    path = "/proc/self/fd/%d" % held
    os.truncate(path, 2)
    with open(path, "r+") as file:
        file.write("other")
'
assert_status 0
assert_missing a b
guard undo --yes --session s
assert_as_remembered .
