# SPDX-License-Identifier: Apache-2.0
# Two processes, or two sessions, delete the same files at the same moment: whichever is first, what
# went comes back.
. "$LIB/case.sh"
with_undo
mkdir w
cd w
for ((i = 0; i < 120; i++)); do head -c 300000 /dev/urandom >"large$i"; printf 'small %s\n' "$i" >"small$i"; done
touch -d 2001-01-01 .
remember .
deleter='import os
for name in sorted(os.listdir(".")):
    try: os.unlink(name)
    except FileNotFoundError: pass'
guard_run --on-ask allow --safe-mode off --session one -- bash -c 'python3 -c "$0" & python3 -c "$0" & wait' "$deleter"
[[ -z $(ls) ]] || fail "not all was deleted: $(ls | head -3)"
guard undo --yes --session one
assert_as_remembered .

guard run --on-ask allow --safe-mode off --session two -- python3 -c "$deleter" >/dev/null 2>&1 </dev/null &
other=$!
guard_run --on-ask allow --safe-mode off --session three -- python3 -c "$deleter"
wait "$other" || true
[[ -z $(ls) ]] || fail "not all was deleted: $(ls | head -3)"
# One may have what the other lost. It is luck which of them was the first to know the folder's
# time.
guard undo --yes --session three || true
guard undo --yes --session two || true
touch -d 2001-01-01 .
assert_as_remembered .
