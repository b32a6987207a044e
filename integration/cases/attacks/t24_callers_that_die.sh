# SPDX-License-Identifier: Apache-2.0
# The asker ends: its question goes, and nothing happens later in its name, not even when the answer
# comes in the same moment. Threat 24.
. "$LIB/case.sh"
precious tmp_a/one single
asker="import os; open('pid', 'w').write(str(os.getpid())); os.remove('single')"
ask_and_kill() { # LINE; the tree lives on until `stop` is there
  rm -f pid stop
  start_guarded -- bash -c "$1; until [[ -e stop ]]; do sleep 0.05; done"
  wait_for_question
  until_true 20 test -s pid || fail "no asker"  # the question may come before its shell goes on
  kill -KILL "$(<pid)"
}
for line in "python3 -c \"$asker\"; echo over" 'rm -rf tmp_a & echo $! >pid; wait; echo over'; do
  ask_and_kill "$line"
  gone=$question_id
  withdrawn=yes
  until_true 10 no_question_waits || { withdrawn=no; guard approve "$gone" || true; }
  until_true 10 test -s "$OUT" || fail "the tree hangs"
  assert_untouched tmp_a/one single
  sleep 0.5
  assert_untouched tmp_a/one single
  [[ $withdrawn == yes ]] || fail "still asked"
  ! guard approve "$gone" 2>/dev/null || fail "a withdrawn question could be approved"
  touch stop
  finish_guarded
  assert_untouched tmp_a/one single
  assert_content "$OUT" over
  assert_recorded "r['approval_id'] == '$gone' and r['approval_status'] == 'withdrawn'"
  # One record tells it all.
  [[ $(audit_records | grep -c "$gone") == 1 ]] || fail "on record: $(guard audit list)"
done
for _ in {1..8}; do
  ask_and_kill "python3 -c \"$asker\"; echo over"
  guard approve "$question_id" 2>/dev/null || true
  until_true 10 test -s "$OUT" || fail "the tree hangs"
  assert_untouched single
  touch stop
  finish_guarded
  assert_untouched single
done
rm -f pid
start_guarded -- bash -c "python3 -c \"$asker\"; echo over"
wait_for_question
guard approve "$question_id"
finish_guarded
assert_missing single
