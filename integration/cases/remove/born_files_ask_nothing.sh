# SPDX-License-Identifier: Apache-2.0
# A file that the session made may go without a question.
. "$LIB/case.sh"
guard_run --on-ask deny -- bash -c 'mkdir t && cd t && touch tmp_a tmp_b && rm -rf ./tmp_*'
assert_status 0
assert_exists t
assert_missing t/tmp_a t/tmp_b
assert_nothing_asked
guard_run --on-ask deny -- bash -c 'mkdir -p a/b/c && touch a/b/c/d && find a -delete && mkdir r && rmdir r'
assert_status 0
assert_missing a r
