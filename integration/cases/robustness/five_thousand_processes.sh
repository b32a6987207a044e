# SPDX-License-Identifier: Apache-2.0
# timeout: 180
# 5,000 processes at once, each of which acts: all could, and a prompt act of a last one is judged.
. "$LIB/case.sh"
(($(ulimit -u) > 6000)) || skip "this user may not have 5,000 processes"
precious kept
guard_run --on-ask deny -- bash -c '"$PROGRAMS/many_processes" 5000; rm -f kept'
assert_says "$OUT" "started 5000, done 5000"
assert_untouched kept
