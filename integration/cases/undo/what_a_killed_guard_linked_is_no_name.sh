# SPDX-License-Identifier: Apache-2.0
# A guard that is killed between keeping a file and deleting it leaves a name of it in its store. For
# the next session that is no name that the file lives on by: it keeps the content itself.
. "$LIB/case.sh"
with_undo
precious f other
ln other second
guard_run --on-ask deny --session a -- true
# As a guard leaves it that was killed before the line in its journal.
ln f "$GUARD_STATE_DIR/undo/a/content/7"
guard_run --on-ask deny --session b -- sh -c 'rm f; rm other'
assert_status 0
# A copy was worth nothing: a name is left.
[[ $(ls "$GUARD_STATE_DIR/undo/b/content" | wc -l) -eq 1 ]] || fail "kept: $(ls "$GUARD_STATE_DIR/undo/b/content")"
rm -rf "$GUARD_STATE_DIR/undo/a"
guard undo --yes --session b || fail "status $?"
assert_untouched f other
[[ other -ef second ]] || fail "other is another file now"
