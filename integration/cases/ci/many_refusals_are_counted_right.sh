# SPDX-License-Identifier: Apache-2.0
# The summary of a run with many refusals counts all of them, also those that no format has, and does not print the lines
# to allow them as one.
# timeout: 120
. "$LIB/case.sh"
guard_run --ci --report out.json -- bash -c 'for i in $(seq 1 520); do echo x >../n$i; done; true' || true
assert_says "$ERR" "520 refused"
assert_says "$ERR" "and 500 more"
assert_says "$ERR" "--learn FILE writes all"
longest=$(awk '{ if (length($0) > most) most = length($0) } END { print most }' "$ERR")
((longest < 1000)) || fail "a line of $longest characters"
