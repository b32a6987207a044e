# SPDX-License-Identifier: Apache-2.0
# One intent, one question: the approved program knows its lease before its first call (it once ran
# ahead of it, two times in a hundred), and a wrapper's approval covers what it starts.
. "$LIB/case.sh"
answered_once() {
  local before
  before=$(audit_ids | sort -u | wc -l)
  start_guarded --kill-at-exit -- "$@"
  wait_for_question
  guard approve "$question_id"
  finish_guarded
  assert_status 0
  [[ $(($(audit_ids | sort -u | wc -l) - before)) -eq 1 ]] || fail "more than one question: $*"
}
audit_ids() { guard audit export --format jsonl 2>/dev/null | grep -o '"approval_id":"[^"]*"' || true; }
for turn in {1..12}; do
  precious tmp_a/one tmp_a/two
  answered_once rm -rf tmp_a
  assert_missing tmp_a
done
precious tmp_a/one
answered_once timeout 20 rm -rf tmp_a
assert_missing tmp_a
precious tmp_a/one
answered_once env -i PATH="$PATH" nice rm -r tmp_a
assert_missing tmp_a
