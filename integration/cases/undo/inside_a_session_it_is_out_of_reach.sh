# SPDX-License-Identifier: Apache-2.0
# `guard undo` run by the tree says in one line that it is out of reach, whatever it was asked, and how
# many sessions the store has; nothing of guard's is touched for that, and no conflict is made up.
. "$LIB/case.sh"
with_undo
# Another session of this user may hold the secrets at the same time, and guard says so.
lines_said() { grep -vc "^guard: opening files is slower" "$ERR" || true; }
precious a b
guard_run --on-ask deny --session s -- bash -c 'echo agent >a'
for session in t u; do guard_run --on-ask deny --session "$session" -- bash -c 'echo agent >b'; done
assert_status 0
wait_for_closing
for words in "--list" "--dry-run a" "--yes --session s" "--prune" "--keep s"; do
  # shellcheck disable=SC2086 # several words
  guard_run --on-ask deny -- "$GUARD" undo $words
  assert_status 1
  [[ $(lines_said) -eq 1 ]] || fail "undo $words says $(lines_said) lines"
  assert_says "$ERR" "guard: undo: the undo store is out of reach inside a session: run it outside"
  [[ ! -s $OUT ]] || fail "undo $words prints $(<"$OUT")"
done
assert_content a agent
assert_missing "$GUARD_STATE_DIR/undo/s/pinned"
# If a folder is named, guard is asked once, not for each session.
guard_run --on-ask deny -- "$GUARD" undo --list --state-dir "$GUARD_STATE_DIR"
assert_status 1
assert_says "$ERR" "out of reach inside a session"
[[ $(lines_said) -eq 2 ]] || fail "it says $(lines_said) lines"
# One that is the tree's own is in reach.
guard_run --on-ask deny -- bash -c 'mkdir -m 700 mine && exec "$0" undo --list --state-dir "$PWD/mine"' "$GUARD"
assert_status 0
assert_content "$OUT" "nothing is kept"
guard undo --yes --session s
assert_untouched a
