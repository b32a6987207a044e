# SPDX-License-Identifier: Apache-2.0
# guard watch needs a terminal that can be drawn on, and says so.
. "$LIB/case.sh"
! guard watch </dev/null >"$OUT" 2>"$ERR" || fail "it ran without a terminal"
assert_says "$ERR" "guard pending"
. "$LIB/screen.sh"
open_screen 80 24 bash -c "TERM=no-such-terminal '$GUARD' watch; echo \"status \$?\"; sleep 60"
screen_says "cannot be drawn on"
screen_says "status 1"
