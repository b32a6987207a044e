# SPDX-License-Identifier: Apache-2.0
# A script or target that says by its name that it publishes is asked about before half of it has
# happened, though nothing in it is known to publish. Its dry run is not.
. "$LIB/case.sh"
command -v make >/dev/null || skip "make is not installed"
printf 'release:\n\t@touch ran\nrelease-check:\n\t@touch checked\n' >Makefile
guard_run --ci -- make release
assert_status_not 0
assert_missing ran
assert_recorded "r['rule'] == 'make.publishes'"
guard_run --ci -- make release-check
assert_status 0
assert_exists checked
guard_run --ci -- make -n release
assert_status 0
assert_missing ran
