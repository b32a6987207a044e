# SPDX-License-Identifier: Apache-2.0
# Sessions that changed nothing of before are not listed, but counted; --all and --json list them.
. "$LIB/case.sh"
with_undo
guard_run --session first -- /bin/true
guard undo --list >"$OUT"
assert_content "$OUT" "nothing is kept
(1 session of which nothing is kept: --list --all)"
precious a
guard_run --session second -- /bin/true
guard_run --on-ask deny --session third -- bash -c 'echo agent >a'
guard undo --list >"$OUT"
[[ $(wc -l <"$OUT") -eq 3 ]] || fail "the list: $(<"$OUT")"
assert_says "$OUT" "third"
assert_says "$OUT" "(2 sessions of which nothing is kept: --list --all)"
guard undo --list --all >"$OUT"
for name in first second third; do assert_says "$OUT" "$name"; done
assert_silent "$OUT" "of which nothing is kept"
QUESTION=$(guard undo --list --json)
[[ $(json_of "len(data)") -eq 3 ]] || fail "JSON: $QUESTION"
# Whoever pinned one looks for it.
guard undo --keep second
guard undo --list >"$OUT"
assert_says "$OUT" "second"
