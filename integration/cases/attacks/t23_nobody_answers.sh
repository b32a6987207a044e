# SPDX-License-Identifier: Apache-2.0
# A question that nobody answers in time, or whose session ends, is a denial. A late answer is an
# error. Threat 23.
. "$LIB/case.sh"
printf 'version: 1\nextends: [default]\ntimeouts: {tier2: 3s, tier3: 3s}\n' >"$CASE_ROOM/policy.yaml"
precious tmp_a/one single
for line in 'rm -rf tmp_a' "python3 -c 'import os; os.remove(\"single\")'"; do
  start_guarded --policy "$CASE_ROOM/policy.yaml" -- bash -c "$line; echo \"status \$?\""
  wait_for_question
  late=$question_id
  until_true 20 test -s "$OUT" || fail "it waits on"
  assert_untouched tmp_a/one single
  ! guard approve "$late" 2>/dev/null || fail "approved after its time"
  finish_guarded
  assert_untouched tmp_a/one single
  assert_silent "$OUT" "status 0"
  assert_recorded "r['approval_id'] == '$late' and r['approval_status'] == 'timeout'"
done
# The one who would answer goes away, and the whole with it.
start_guarded -- bash -c 'rm -rf tmp_a; echo "status $?"'
wait_for_question
kill -KILL "$guard_pid"
finish_guarded
assert_untouched tmp_a/one
assert_silent "$OUT" "status 0"
# In time it goes through.
start_guarded --policy "$CASE_ROOM/policy.yaml" -- bash -c 'rm -rf tmp_a; echo "status $?"'
wait_for_question
guard approve "$question_id"
finish_guarded
assert_content "$OUT" "status 0"
