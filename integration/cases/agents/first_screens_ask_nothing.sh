# SPDX-License-Identifier: Apache-2.0
# timeout: 300
# On a terminal, in a home where they have never been: gemini notes that its user trusts the folder, qwen writes its
# first settings. Later, when somebody may have spoken to it, the same process is asked about them.
. "$LIB/case.sh"
. "$LIB/agent.sh"
. "$LIB/screen.sh"
with_undo
export GEMINI_API_KEY=none

open_screen 120 40 "$GUARD" run --on-ask deny -- gemini
screen_says "Do you trust the files in this folder"
keys Enter
until_true 30 test -s "$HOME/.gemini/trustedFolders.json" || fail "gemini could not note it: $(screen)"
on_tmux kill-server
wait_for_closing
assert_nothing_asked

open_screen 120 40 "$GUARD" run --on-ask deny -- qwen
screen_says "Connect a Provider"
until_true 30 test -s "$HOME/.qwen/settings.json" || fail "qwen could not write them: $(screen)"
on_tmux kill-server
wait_for_closing
assert_nothing_asked
