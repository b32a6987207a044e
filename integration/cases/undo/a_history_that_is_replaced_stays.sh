# SPDX-License-Identifier: Apache-2.0
# vim deletes its file of what was typed, and gives a new one the name: undo and review leave that as it is, too. One that is gone
# comes back.
. "$LIB/case.sh"
with_undo
echo old >"$HOME/.viminfo"
echo one >notes
save='echo two >notes; echo new >"$HOME/.viminfo.tmp"; rm "$HOME/.viminfo"; mv "$HOME/.viminfo.tmp" "$HOME/.viminfo"'
guard_run --session s --on-ask allow -- bash -c "$save"
assert_status 0
wait_for_closing
guard review s >"$OUT"
assert_silent "$OUT" viminfo
guard undo --session s --yes >"$OUT" 2>&1 || fail "undo: $(<"$OUT")"
assert_content notes one
assert_content "$HOME/.viminfo" new
guard_run --session gone --on-ask allow -- bash -c 'rm "$HOME/.viminfo"'
assert_status 0
wait_for_closing
guard undo --session gone --yes >"$OUT" 2>&1 || fail "undo: $(<"$OUT")"
assert_content "$HOME/.viminfo" new
