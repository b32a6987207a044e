# SPDX-License-Identifier: Apache-2.0
# An answer with scope always holds in the next session of this workspace, in no other one, is
# listed, and ends when it is taken back; nothing in the tree can write it.
. "$LIB/case.sh"
precious old/a/1 old/b/2 old/c/3 old/d/4 src/5
start_guarded -- rm -r old/a
wait_for_question
[[ $(json_of "'always' in data[0]['scopes']") == true ]] || fail "not offered: $QUESTION"
guard approve "$question_id" --scope always --pattern "$PWD/old" >/dev/null
finish_guarded
assert_missing old/a
guard policy grants >"$OUT"
grep -q '^ID  *SCOPE  *WHERE  *CATEGORIES  *WHAT$' "$OUT" || fail "no heading: $(<"$OUT")"
assert_says "$OUT" "always  in $PWD  FS_DELETE_OVERWRITE  deletes in $PWD/old and below  by "
guard check -- rm -r old/b >"$OUT" || fail "check asks what a run would not"
assert_says "$OUT" "remembered: deletes in $PWD/old and below"
guard_run --on-ask deny -- rm -r old/b
assert_missing old/b
assert_recorded "r['act'] == 'exec' and r['argv'] == ['rm', '-r', 'old/b'] and r['rule'] == 'grant'"
guard_run --on-ask deny -- rm -r src
assert_exists src/5
mkdir "$CASE_ROOM/other"
guard_run --workspace "$CASE_ROOM/other" --on-ask deny -- rm -r old/c
assert_exists old/c/3
guard_run --on-ask deny -- bash -c 'for file in "${XDG_CONFIG_HOME:-$HOME/.config}/guard/grants.yaml"; do echo "- {}" >>"$file"; rm -f "$file"; done'
id=$(guard policy grants --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["id"])')
guard policy grants --revoke "$id" >"$OUT"
assert_says "$OUT" 'taken back'
guard_run --on-ask deny -- rm -r old/d
assert_exists old/d/4
! guard policy grants --revoke "$id" 2>/dev/null || fail "taken back twice"
