# SPDX-License-Identifier: Apache-2.0
# Inside, guard run is its command: status, signals, streams; --ci and --kill-at-exit do their work.
. "$LIB/case.sh"
guard_run -- "$GUARD" run --quiet -- bash -c 'cat; echo $PPID >parent; exit 7'
assert_status 7
guard_run -- "$GUARD" run --quiet -- bash -c 'kill -TERM $$'
assert_status 143
guard_run -- "$GUARD" run -- ./missing
assert_status 127
guard_run -- "$GUARD" run --quiet --ci -- true
assert_status 0
precious nest/egg
guard_run -- "$GUARD" run --quiet --ci -- bash -c 'rm -rf nest; true'
assert_status 3
assert_untouched nest/egg
# A question that its command leaves behind counts, as for a run of its own; one of another run does not.
precious nest/egg other/egg
cat >outer.sh <<'SH'
rm -rf other/* &
until [ -e go ]; do sleep 0.05; done
"$1" run --quiet --fail-on ask -- true; echo "nothing $?" >said
"$1" run --quiet --fail-on ask -- bash -c 'rm -rf nest/* & until [ -e go2 ]; do sleep 0.05; done'; echo "left $?" >>said
"$1" run --quiet --fail-on deny -- bash -c 'rm -rf nest/* & sleep 0.5'; echo "deny $?" >>said
SH
start_guarded --on-ask wait -- bash outer.sh "$GUARD"
wait_for_question
touch go
two_wait() { [[ $(guard pending --json | grep -c '"id"') == 2 ]]; }
until_true 20 two_wait || fail "waiting: $(guard pending)"
touch go2
until_true 20 grep -qs '^deny' said || fail "said: $(<said)"
guard deny all >"$OUT"
finish_guarded
wait_for_closing
assert_content said "nothing 0
left 3
deny 0"
assert_untouched nest/egg other/egg
mark=7$RANDOM$RANDOM
guard_run -- bash -c '"$0" run --quiet --kill-at-exit -- bash -c "(setsid sleep $1 &); sleep 0.2; exit 5"; echo $?' "$GUARD" "$mark"
assert_content "$OUT" 5
nothing_runs_with "$mark" || fail "it lives on: $(processes_with "$mark")"
