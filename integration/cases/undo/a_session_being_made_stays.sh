# SPDX-License-Identifier: Apache-2.0
# Two guards begin at once: the folder that one is making, where nothing is said yet, is no old session
# that the other one removes.
. "$LIB/case.sh"
with_undo
guard_run --on-ask deny --session first -- true
mkdir -p "$GUARD_STATE_DIR/undo/other/content"
guard_run --on-ask deny --session second -- true
assert_status 0
assert_exists "$GUARD_STATE_DIR/undo/other/content"
# One that was left so long ago goes, after the command's end: nobody waits for that.
has_gone() { [[ ! -e $1 ]]; }
touch -d 2001-01-01 "$GUARD_STATE_DIR/undo/other"
guard_run --on-ask deny --session third -- true
until_true 10 has_gone "$GUARD_STATE_DIR/undo/other" || fail "what was left long ago is still there"
