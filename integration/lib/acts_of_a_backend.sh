# SPDX-License-Identifier: Apache-2.0
# These checks hold by whatever way calls come to guard ($GUARD_BACKEND). Sourced after case.sh and with_undo;
# leaves nest/egg, which was there before.
#
#   deletions_are_judged     asked and denied, asked and approved, asked at the call of a program without telling words
#   changes_are_given_back   what a session changed comes back

deletions_are_judged() {
  precious nest/egg nest/other
  guard_run --on-ask deny -- rm -rf nest
  assert_untouched nest/egg nest/other
  assert_says "$ERR" "guard: denied rm -rf nest"
  assert_recorded "r['act'] == 'exec' and r['decision'] in ('ask', 'deny')"
  start_guarded -- rm -r nest
  wait_for_question
  assert_exists nest/egg
  guard deny "$question_id" --reason "keep it" >/dev/null
  finish_guarded
  assert_status_not 0
  assert_untouched nest/egg
  start_guarded -- rm -r nest
  wait_for_question
  guard approve "$question_id" >/dev/null
  finish_guarded
  assert_status 0
  assert_missing nest
  precious nest/egg
  guard_run --no-undo --on-ask deny -- python3 -c 'import shutil; shutil.rmtree("nest")'
  assert_untouched nest/egg
}

changes_are_given_back() {
  precious notes
  guard_run --session changes -- bash -c 'echo changed >notes; mv notes moved'
  assert_status 0
  assert_content moved changed
  guard undo --yes --session changes >"$OUT"
  assert_untouched notes
}
