# SPDX-License-Identifier: Apache-2.0
# Landlock roots and mounts exclude each other: said in one line that names the way out. T12.
. "$LIB/case.sh"
. "$LIB/namespaces.sh"
needs_landlock_roots
mkdir m
guard_run --on-ask deny --landlock on -- unshare -Ur bash -c 'id -u; echo made >made'
assert_status 0
assert_content made made
guard_run --on-ask deny --landlock on -- unshare -Urm --propagation unchanged "$PROGRAMS/mounts" new tmpfs m
assert_content "$OUT" "new: EPERM"
assert_says "$ERR" "run guard with --landlock off"
assert_recorded "r['rule'] == 'namespaces' and r['decision'] == 'deny' and r['level'] == 'verified'"
