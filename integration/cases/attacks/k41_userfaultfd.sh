# SPDX-License-Identifier: Apache-2.0
# A page that a program serves itself (userfaultfd, by call or by device) could be held back while
# guard reads it: there is none to be had. Threat K41.
. "$LIB/case.sh"
guard_run --on-ask allow --safe-mode off -- "$PROGRAMS/userfault"
assert_silent "$OUT" ": 0"
assert_says "$OUT" "userfaultfd: EPERM"
assert_says "$OUT" "user mode only: EPERM"
assert_status 0
