# SPDX-License-Identifier: Apache-2.0
# An object in the way goes aside also where a thousand names for that are taken; undone, it is back.
. "$LIB/case.sh"
with_undo
precious f
guard_run --on-ask deny --session s -- python3 -c '
import os
os.remove("f")
os.mkdir("f")
open("f/x", "w").close()
for turn in range(1, 1002):
    open("f.before-undo" + ("" if turn == 1 else "-%d" % turn), "w").close()'
assert_status 0
guard undo --yes --session s 2>"$ERR" || fail "status $?"
assert_untouched f
[[ $(ls -d f.before-undo-*/x | wc -l) -eq 1 ]] || fail "the folder is nowhere"
undo=$(guard undo --list --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[-1]["session"])')
guard undo --yes --session "$undo" || fail "status $?"
assert_exists f/x
