# SPDX-License-Identifier: Apache-2.0
# A long command is shortened in a question's why, and what of a secret is left of that is no secret either.
. "$LIB/case.sh"
precious d1/x
pad=$(printf 'p%.0s' $(seq 120))
tail=$(printf 'z%.0s' $(seq 87))
start_guarded -- bash -c "rm -rf d1 $pad --password=Tr0ub4dor-and-3-horses $tail; :"
wait_for_question
[[ $QUESTION != *ub4dor* ]] || fail "shown: $QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
printf 'Y=d1\nrm -rf "$Y" %s ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8 %s\n' "${pad:35}" "$tail" >"$CASE_ROOM/s.sh"
start_guarded -- bash "$CASE_ROOM/s.sh"
wait_for_question
[[ $QUESTION != *A1b2C3* ]] || fail "shown: $QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
assert_untouched d1/x
