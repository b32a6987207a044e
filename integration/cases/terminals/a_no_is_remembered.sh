# SPDX-License-Identifier: Apache-2.0
# In the box: e chooses how long the answer holds, n is a No for that long, and the line that stays says so.
. "$LIB/case.sh"
. "$LIB/screen.sh"
precious photos/1 photos/2
open_screen 110 40 "$GUARD" run --session shop -- bash --norc --noprofile -i
keys "PS1='ready> '" Enter
screen_says "ready> "
keys "rm -r photos" Enter
screen_says "[y] approve"
pause
keys e
keys e
screen_says "this session"
pause
keys n
screen_says "denied for this session: rm -r photos"
keys "clear" Enter
keys "rm -r photos; echo was \$?" Enter
screen_says "was 1"
screen_has "[y] approve" && fail "asked again: $(screen)"
assert_exists photos/1
guard stop shop
until_true 15 screen_is_gone
