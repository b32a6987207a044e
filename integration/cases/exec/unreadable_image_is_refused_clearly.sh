# SPDX-License-Identifier: Apache-2.0
# A program that may be run but not read is refused at exec, with a line that says so. T4.
. "$LIB/case.sh"
[[ $(id -u) -ne 0 ]] || skip "root reads everything"
cp /bin/echo hidden
chmod 0111 hidden
guard_run -- bash -c './hidden it ran'
assert_status 126
assert_silent "$OUT" "it ran"
assert_says "$ERR" "guard: "
assert_says "$ERR" "may be run but not read"
assert_recorded "r['outcome'] == 'refused' and 'hidden' in str(r['argv'])"
