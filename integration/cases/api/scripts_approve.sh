# SPDX-License-Identifier: Apache-2.0
# The examples of docs/examples approve and deny: by Python what its operator named beforehand and nothing else, by curl
# what a shell says.
. "$LIB/case.sh"
precious tmp_a/one tmp_b/two kept/three
started() { # SCRIPT: the session `s` runs it
  start_guarded --session s --on-ask wait -- bash -c "$1"
  socket=$XDG_RUNTIME_DIR/guard/s.sock
  until_true 20 test -S "$socket" || fail "no socket"
}

started 'rm -r ./tmp_a ./tmp_b; rm -r ./kept'
python3 -B "$EXAMPLES/approve.py" "$socket" 'rm -r ./tmp_' >"$CASE_ROOM/said" 2>&1 &
script=$!
is_left() { grep -q '^left to a person: rm -r ./kept' "$CASE_ROOM/said"; }
until_true 20 is_left || fail "python: $(<"$CASE_ROOM/said")"
assert_missing tmp_a tmp_b
wait_for_question
guard deny "$question_id" --reason "no"
finish_guarded
wait "$script" || fail "python ended with $?: $(<"$CASE_ROOM/said")"
assert_says "$CASE_ROOM/said" 'approved: rm -r ./tmp_a ./tmp_b'
assert_untouched kept/three
assert_recorded "'(socket, says: approve.py)' in (r['result_summary'] or '')"

# A question that waited before the script came is in its list.
precious tmp_a/one
started 'rm -r ./tmp_a'
wait_for_question
python3 -B "$EXAMPLES/approve.py" "$socket" 'rm -r ./tmp_' >"$CASE_ROOM/said" 2>&1 &
finish_guarded
assert_missing tmp_a
wait

type -P curl >/dev/null || skip "curl is not installed"
precious tmp_a/one
started 'rm -r ./tmp_a; rm -r ./kept'
wait_for_question
id=$("$EXAMPLES/approve.sh" "$socket")
[[ $id == "$question_id" ]] || fail "listed: $id"
"$EXAMPLES/approve.sh" "$socket" approve "$id" >"$OUT.curl"
assert_says "$OUT.curl" '"state":"approved"'
status=0
"$EXAMPLES/approve.sh" "$socket" approve "$id" >"$OUT.curl" 2>&1 || status=$?
assert_status 22
assert_says "$OUT.curl" already_settled
another_waits() { one_question_waits && [[ $question_id != "$id" ]]; }
until_true 20 another_waits || fail "the second was not asked"
"$EXAMPLES/approve.sh" "$socket" deny "$question_id" 'keep "it", please' >/dev/null
finish_guarded
assert_missing tmp_a
assert_untouched kept/three
assert_says "$ERR" "keep it, please"
