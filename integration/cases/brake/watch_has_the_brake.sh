# SPDX-License-Identifier: Apache-2.0
# In guard watch: p for one session, P for all, s and the word stop to end one.
. "$LIB/case.sh"
. "$LIB/screen.sh"
start_guarded --session shop -- bash -c 'touch up; while :; do sleep 0.1; done'
until_true 10 test -e up
open_screen 110 30 "$GUARD" watch
keys 4
screen_says "[p] pause, resume"
keys p
screen_says "shop is paused, by"
guard status | grep -q 'shop *paused' || fail "$(guard status)"
keys P
screen_says "shop goes on, by"
keys s
screen_says "type stop"
keys n o Enter
screen_says "nothing was ended"
keys s
keys stop Enter
finish_guarded
assert_status 143
screen_says "no session runs"
keys q
until_true 10 screen_is_gone
