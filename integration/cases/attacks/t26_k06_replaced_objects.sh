# SPDX-License-Identifier: Apache-2.0
# An object that was put in the place of the ones that were shown is not deleted by that approval,
# nor by a folder's other name. Threats 26, K6.
. "$LIB/case.sh"
precious tmp_a/one tmp_b/two
settled() { [[ -s $OUT ]] || { one_question_waits && [[ $question_id != "$approved" ]]; }; }
for line in 'rm -rf ./tmp_*' "python3 -c 'import os; os.remove(\"tmp_a/one\")'" 'find tmp_a -delete'; do
  rm -rf tmp_a "$HOME/shown"
  precious tmp_a/one
  start_guarded -- bash -c "$line; echo \"status \$?\""
  wait_for_question
  mv tmp_a "$HOME/shown"
  mkdir tmp_a
  printf 'precious tmp_a/one\n' >tmp_a/one
  approved=$question_id
  guard approve "$question_id"
  until_true 20 settled || fail "neither asked again nor refused: $line"
  assert_untouched tmp_a/one
  guard deny "$question_id" 2>/dev/null || true
  finish_guarded
  assert_untouched tmp_a/one
done
# One file, by rename: approve A, delete B.
for line in 'rm -rf tmp_a' "python3 -c 'import os; os.remove(\"tmp_a/one\")'" "python3 -c 'import os; os.rename(\"tmp_a/one\", os.environ[\"HOME\"] + \"/taken\")'"; do
  rm -rf tmp_a tmp_b
  precious tmp_a/one other
  start_guarded -- bash -c "$line; echo \"status \$?\""
  wait_for_question
  mv other tmp_a/one
  approved=$question_id
  guard approve "$question_id"
  until_true 20 settled || fail "neither asked again nor refused: $line"
  [[ -e tmp_a/one && $(<tmp_a/one) == "precious other" ]] || fail "another file than was shown went: $line"
  guard deny "$question_id" 2>/dev/null || true
  finish_guarded
  [[ -e tmp_a/one && $(<tmp_a/one) == "precious other" ]] || fail "another file than was shown went: $line"
done
assert_recorded "r['act'] == 'delete' and r['outcome'] == 'refused'"
