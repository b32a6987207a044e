# SPDX-License-Identifier: Apache-2.0
# --ci: nobody is asked; CMD's status if not 0, else 3.
. "$LIB/case.sh"
precious tmp_a/one
guard_run --ci -- bash -c 'rm -rf ./tmp_*'
assert_status 126
assert_untouched tmp_a/one
guard_run --ci -- bash -c 'rm -rf ./tmp_*; true'
assert_status 3
assert_untouched tmp_a/one
guard_run --ci -- true
assert_status 0
