# SPDX-License-Identifier: Apache-2.0
# The line of a denial goes to a pipe or terminal, never into a file of the user.
. "$LIB/case.sh"
precious nest/egg
guard_run --on-ask deny -- bash -c 'rm -rf nest 2>errors; cat errors >&2; ! grep -q ^guard: errors'
assert_status 0
assert_untouched nest/egg
