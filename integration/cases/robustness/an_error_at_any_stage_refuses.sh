# SPDX-License-Identifier: Apache-2.0
# An approved removal happens; with an error of guard's own at any one stage of it (./dev proofs makes
# them up: fault-decode to fault-execute) it does not, the program is told, and it is on record.
. "$LIB/case.sh"
precious nest/egg
start_guarded -- bash -c 'python3 -c "import os; os.unlink(\"nest/egg\")"; echo "status $?"'
while kill -0 "$guard_pid" 2>/dev/null; do
  one_question_waits && guard approve "$question_id" >/dev/null
  sleep 0.1
done
finish_guarded
assert_status 0
if [[ ${GUARD_WEAKEN:-} != fault-* ]]; then
  assert_missing nest/egg
  assert_says "$OUT" "status 0"
  exit 0
fi
assert_untouched nest/egg
assert_says "$OUT" "status 1"
assert_says "$ERR" "guard: "
assert_recorded "r['act'] == 'delete' and r['outcome'] in ('refused', 'failed')"
