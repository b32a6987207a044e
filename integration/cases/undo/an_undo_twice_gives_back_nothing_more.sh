# SPDX-License-Identifier: Apache-2.0
# A file was opened for writing and not changed, after its mode was. One undo gives the mode back; a second one does not take
# the mode of the time between.
. "$LIB/case.sh"
with_undo
precious f
chmod 600 f
guard_run --session s -- sh -c 'chmod 640 f; python3 -c "open(\"f\", \"r+\").close()"'
assert_status 0
[[ $(stat -c %a f) == 640 ]] || fail "the mode did not change"
guard undo --yes --all --session s >"$OUT" 2>"$ERR"
[[ $(stat -c %a f) == 600 ]] || fail "mode $(stat -c %a f) after the first undo: $(<"$OUT")"
guard undo --dry-run --all --session s >"$OUT" 2>"$ERR"
[[ $(<"$OUT") != *0640* ]] || fail "it would change the mode: $(<"$OUT")"
guard undo --yes --all --session s >"$OUT" 2>"$ERR"
[[ $(stat -c %a f) == 600 ]] || fail "mode $(stat -c %a f) after the second undo: $(<"$OUT")"
