# SPDX-License-Identifier: Apache-2.0
# landlock: off is a lower level by name: said at start to an ordinary user, and on every record.
. "$LIB/case.sh"
needs_landlock_roots
guard_run --landlock off -- bash -c 'echo made >here'
assert_status 0
assert_recorded "r['level'] == 'mediated'"
assert_not_recorded "r['level'] == 'verified'"
[[ $(id -u) -eq 0 ]] || assert_says "$ERR" "guard: level mediated: landlock: off"
printf 'version: 1\nlandlock: off\n' >.guard.yaml
guard_run -- bash -c 'echo made >there'
assert_status 0
# A project's own file may not lower it.
[[ $(id -u) -eq 0 ]] || assert_recorded "r['level'] == 'verified'"
