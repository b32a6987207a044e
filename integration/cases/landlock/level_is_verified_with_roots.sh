# SPDX-License-Identifier: Apache-2.0
# An ordinary user's run is verified, root's is when it asks for it; --require holds it to that.
. "$LIB/case.sh"
needs_landlock_roots
want=verified
[[ $(id -u) -ne 0 ]] || want=mediated
guard_run -- bash -c 'echo made >here'
assert_status 0
assert_silent "$ERR" guard
assert_recorded "r['level'] == '$want'"
guard_run --landlock on --require verified -- bash -c 'echo made >again'
assert_status 0
assert_silent "$ERR" guard
assert_content again made
assert_recorded "r['level'] == 'verified'"
guard_run --require mediated -- true
assert_status 0
