# SPDX-License-Identifier: Apache-2.0
# guard run -- true says nothing and leaves no socket, no process.
. "$LIB/case.sh"
own_guard
guard_run -- true
assert_status 0
[[ ! -s $OUT && ! -s $ERR ]] || fail "it spoke: $(cat "$OUT" "$ERR")"
no_guard_runs() { [[ -z $(guard_processes) ]]; }
until_true 10 no_guard_runs || fail "still running: $(guard_processes)"
[[ -z $(find "$XDG_RUNTIME_DIR" "$GUARD_STATE_DIR" -type s 2>/dev/null || true) ]] || fail "a socket was left"
