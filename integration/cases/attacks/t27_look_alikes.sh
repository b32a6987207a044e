# SPDX-License-Identifier: Apache-2.0
# ./git push is not harmless for lying elsewhere; a copy of rm still deletes nothing. 27.
. "$LIB/case.sh"
precious nest/egg
cp /bin/rm harmless
cp "$PROGRAMS/witness" git
guard_run --on-ask deny -- ./git push --force
assert_status 126
guard_run --on-ask deny -- ./harmless -rf nest
assert_status_not 0
guard_run --on-ask deny -- bash -c 'exec -a ls ./harmless -rf nest'
assert_untouched nest/egg
