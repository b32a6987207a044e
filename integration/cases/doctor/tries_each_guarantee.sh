# SPDX-License-Identifier: Apache-2.0
# guard doctor tries what it promises, names the level that a run then has, and leaves nothing behind.
. "$LIB/case.sh"
own_guard
guard doctor --json >"$OUT" 2>"$ERR"
assert_silent "$ERR" guard
QUESTION=$(<"$OUT")
[[ $(json_of "data['mediated']") == true ]] || fail "not mediated here: $QUESTION"
[[ $(json_of "[g['id'] for g in data['guarantees'] if not g['held'] and g['id'] in ('mediation', 'exec', 'orphans')]") == "[]" ]] ||
  fail "a needed guarantee is not held: $QUESTION"
[[ $(json_of "all(bool(g['held_by']) if g['held'] else bool(g['without'] and g['more']) for g in data['guarantees'])") == true ]] ||
  fail "a guarantee without a word of what holds it: $QUESTION"
level=$(json_of "data['level']")
guard_run -- bash -c 'echo made >made'
assert_recorded "r['level'] == '$level'"
guard doctor >"$OUT"
assert_says "$OUT" "level $level on this machine"
# The guarantees that the level does without are not said to hold.
if [[ $level == mediated ]]; then
  assert_silent "$OUT" "by: Landlock roots"
  [[ $(json_of "[g['held'] for g in data['guarantees'] if g['id'] == 'roots']") == "[false]" ]] || fail "says $QUESTION"
else
  assert_says "$OUT" "by: Landlock roots"
fi
assert_says "$OUT" "yes the program that starts is the one that was judged"
no_guard_runs() { [[ -z $(guard_processes) ]]; }
until_true 10 no_guard_runs || fail "still running: $(guard_processes)"
[[ -z $(ls -A "$XDG_RUNTIME_DIR") || -d $XDG_RUNTIME_DIR/guard ]] || fail "it left files"
