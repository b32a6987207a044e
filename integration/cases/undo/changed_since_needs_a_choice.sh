# SPDX-License-Identifier: Apache-2.0
# A file that somebody changed after the session is shown, and only touched when told so.
. "$LIB/case.sh"
with_undo
precious a b gone
guard_run --on-ask deny --session s -- bash -c 'echo agent >a; echo agent >b; rm gone'
# Changes in its last moments still count as the session's.
is_over() { guard undo --list --json | python3 -c 'import json, sys; sys.exit(json.load(sys.stdin)[-1]["running"])'; }
until_true 5 is_over || fail "the session does not end"
sleep 0.02
echo person >a
status=0
guard undo --yes --session s >"$OUT" 2>"$ERR" || status=$?
assert_status 3
assert_says "$ERR" "/a: it was changed since"
assert_content a person
assert_content b agent
status=0
guard undo --dry-run --session s >"$OUT" || status=$?
assert_status 3
assert_says "$OUT" "CONFLICT"
assert_says "$OUT" "+precious b"
assert_content b agent
guard undo --yes --session s --conflicts skip && fail "a skipped one is not a success"
assert_content a person
assert_untouched b gone
guard undo --yes --session s --conflicts overwrite
assert_untouched a b gone
undo=$(guard undo --list --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[-1]["session"])')
guard undo --yes --session "$undo"
assert_content a person
