# SPDX-License-Identifier: Apache-2.0
# An object put in the place of the one that was shown is not deleted by that approval. 26, K6.
. "$LIB/case.sh"
precious tmp_a/one tmp_b/two
start_guarded -- bash -c 'rm -rf ./tmp_*; echo "status $?"'
wait_for_question
mv tmp_a "$HOME/shown"
precious tmp_a/other
guard approve "$question_id"
approved=$question_id
settled() { [[ -s $OUT ]] || { one_question_waits && [[ $question_id != "$approved" ]]; }; }
until_true 20 settled || fail "neither asked again nor refused"
assert_untouched tmp_a/other
guard deny "$question_id" 2>/dev/null || true
finish_guarded
assert_untouched tmp_a/other
