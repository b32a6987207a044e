# SPDX-License-Identifier: Apache-2.0
# An undo that is killed between making a file beside its place and putting it there leaves that
# behind: the next one puts it away. The name is on record before it is there.
. "$LIB/case.sh"
with_undo
precious f
guard_run --on-ask deny --session s -- bash -c 'exec 3<f; rm f; echo agent >f'
assert_status 0
undo() { guard undo --yes --conflicts overwrite "$@" >"$CASE_ROOM/undo"; grep -o 'undo-[0-9a-f]*' "$CASE_ROOM/undo"; }
first=$(undo --session s)
assert_untouched f
QUESTION=$(grep staged "$GUARD_STATE_DIR/undo/s/undone") || fail "nothing of it is on record"
left=$(json_of "data['staged']")
[[ $left == "$PWD/.guard-undo-"* ]] || fail "on record: $left"
assert_missing "$left"
undo --session "$first" >"$OUT"
assert_content f agent
# As an undo leaves it that is killed.
echo half >"$left"
touch -d 2020-01-02 "$left"
second=$(undo --session s)
assert_untouched f
assert_missing .guard-undo-*
# Without a way back it is only named.
undo --session "$second" >"$OUT"
assert_content f agent
echo half >"$left"
"$GUARD" undo --yes --conflicts overwrite --final --session s 2>"$ERR"
assert_untouched f
assert_says "$ERR" "left over by an undo that was killed: $left"
