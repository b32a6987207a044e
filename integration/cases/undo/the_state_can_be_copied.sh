# SPDX-License-Identifier: Apache-2.0
# When no session runs, the user's own copy of the whole state folder meets no file that it cannot read.
. "$LIB/case.sh"
with_undo
precious f
guard_run --on-ask deny --session s -- sh -c 'echo agent >f'
is_over() { guard undo --list --json | python3 -c 'import json, sys; sys.exit(json.load(sys.stdin)[-1]["running"])'; }
until_true 5 is_over || fail "the session does not end"
guard undo --yes --session s
assert_untouched f
cp -r "$GUARD_STATE_DIR" "$CASE_ROOM/copy" 2>"$ERR" || fail "the copy fails: $(<"$ERR")"
[[ -z $(find "$CASE_ROOM/copy/undo" -name '*.lock') ]] || fail "a lock is left: $(find "$CASE_ROOM/copy/undo" -name '*.lock')"
