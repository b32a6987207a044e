# SPDX-License-Identifier: Apache-2.0
# guard watch shows what waits with its details; y lets it go, n does not, r tells the agent why.
. "$LIB/case.sh"
. "$LIB/screen.sh"
precious tmp_a/one tmp_b/two tmp_c/three
open_screen 80 24 "$GUARD" watch
screen_says "no question waits"
screen_says "0 sessions"
start_guarded -- rm -rf tmp_a
screen_says "What     rm -rf tmp_a"
screen_says "By "
screen_says "Risk "
screen_says "Change "
screen_says "1 question waits"
pause
approve_keys
finish_guarded
assert_status 0
assert_missing tmp_a
screen_says "approved by"
screen_says "no question waits"
start_guarded -- rm -rf tmp_b
screen_says "What     rm -rf tmp_b"
pause
keys n
finish_guarded
assert_status_not 0
start_guarded -- rm -rf tmp_c
screen_says "What     rm -rf tmp_c"
pause
keys r
screen_says "Deny, because"
keys -l "keep the third"
keys Enter
finish_guarded
assert_status_not 0
assert_says "$ERR" "keep the third"
assert_untouched tmp_b/two tmp_c/three
assert_recorded "'(guard watch)' in r['result_summary'] and r['approval_status'] == 'approved'"
keys q
until_true 10 screen_is_gone || fail "q does not leave"
