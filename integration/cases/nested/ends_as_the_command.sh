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
mark=7$RANDOM$RANDOM
guard_run -- bash -c '"$0" run --quiet --kill-at-exit -- bash -c "(setsid sleep $1 &); sleep 0.2; exit 5"; echo $?' "$GUARD" "$mark"
assert_content "$OUT" 5
nothing_runs_with "$mark" || fail "it lives on: $(processes_with "$mark")"
