# SPDX-License-Identifier: Apache-2.0
# A folder of the workspace that holds nothing but folders goes by rm -r as it goes by rmdir; with a file of before in it
# it is asked about as ever.
. "$LIB/case.sh"
mkdir -p empty/a/b full/a && echo 1 >full/a/f
guard check -- rm -rf empty >"$OUT" || fail "$(<"$OUT")"
guard_run --on-ask deny -- rm -rf empty
assert_status 0
assert_missing empty
guard_run --on-ask deny -- rm -rf full
assert_status 126
assert_exists full/a/f
