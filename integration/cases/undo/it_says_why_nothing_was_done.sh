# SPDX-License-Identifier: Apache-2.0
# guard undo says why it does nothing: nobody is there to ask, the person said no, no session changed it.
. "$LIB/case.sh"
with_undo
precious kept/one
guard_run --session s -- rm kept/one
assert_status 0
! guard undo --session s </dev/null >"$OUT" 2>"$ERR" || fail "gave it back unasked"
assert_says "$ERR" "nobody is there to ask; --yes gives it back without asking"
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "in a terminal"
import os
from raw_terminal import RawTerminal
undo = RawTerminal([os.environ["GUARD"], "undo", "--session", "s"])
undo.until(b"[y/N]")
undo.send(b"n\r")
undo.until(b"undo: nothing was done\r\n")
undo.end()
PYTHON
! guard undo ./never_there >"$OUT" 2>"$ERR" || fail "gave back what never was"
assert_says "$ERR" "no session changed or deleted it"
assert_missing kept/one
