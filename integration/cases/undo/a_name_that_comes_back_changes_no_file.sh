# SPDX-License-Identifier: Apache-2.0
# One of two names of a file went between two changes: it comes back without touching the file, whose
# changes have steps of their own. So an undo of the undo finds mode and times as they were left.
. "$LIB/case.sh"
with_undo
mkdir w
precious w/a
ln w/a w/b
touch -d 2020-01-02 w/a
remember w
cp "$CASE_ROOM/remembered" "$CASE_ROOM/before"
guard_run --on-ask allow --safe-mode off --session s -- bash -c 'echo one >w/a; rm w/b; sleep 0.05; echo two >w/a; chmod 600 w/a'
assert_status 0
wait_for_closing
remember w
cp "$CASE_ROOM/remembered" "$CASE_ROOM/changed"
# The name alone.
guard undo --yes w/b >"$OUT"
[[ $(stat -c '%a %h' w/b) == "600 2" && $(stat -c %Y w/b) != 1577* ]] || fail "it has $(stat -c '%a %h %y' w/b)"
assert_content w/b two
undo=$(grep -o 'undo-[0-9a-f]*' "$OUT")
guard undo --yes --session "$undo"
assert_as_remembered w
# All of it, there and back.
guard undo --yes --session s >"$OUT"
undo=$(grep -o 'undo-[0-9a-f]*' "$OUT")
cp "$CASE_ROOM/before" "$CASE_ROOM/remembered"
assert_as_remembered w
guard undo --yes --session "$undo"
cp "$CASE_ROOM/changed" "$CASE_ROOM/remembered"
assert_as_remembered w
