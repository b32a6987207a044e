# SPDX-License-Identifier: Apache-2.0
# Where something cannot be had guard doctor says which guarantee that costs, and how to get it.
. "$LIB/case.sh"
nothing=("$PROGRAMS/without_listener" "$PROGRAMS/outer_filter" ptrace --)
"${nothing[@]}" "$GUARD" doctor --json >"$OUT" 2>"$ERR" && fail "status 0 without a listener and a tracer"
QUESTION=$(<"$OUT")
[[ $(json_of "not data['mediated'] and data['level'] == 'none' and data['obstacle'] != ''") == true ]] || fail "says $QUESTION"
[[ $(json_of "[g['held'] for g in data['guarantees'] if g['id'] == 'mediation']") == "[false]" ]] || fail "says $QUESTION"
"${nothing[@]}" "$GUARD" doctor >"$OUT" 2>"$ERR" && fail "status 0 without a listener and a tracer"
assert_says "$OUT" "guard cannot run here"
# Without a listener alone a run takes ptrace, and that is tried.
"$PROGRAMS/without_listener" "$GUARD" doctor --json >"$OUT" 2>"$ERR" || fail "no ptrace here: $(<"$OUT")"
QUESTION=$(<"$OUT")
[[ $(json_of "data['backend'] == 'ptrace' and data['mediated']") == true ]] || fail "says $QUESTION"
[[ $(json_of "[g['held'] for g in data['guarantees'] if g['id'] in ('mediation', 'exec')]") == "[true, true]" ]] || fail "says $QUESTION"
"$PROGRAMS/without_listener" "$GUARD" doctor >"$OUT" 2>"$ERR"
assert_says "$OUT" "backend: ptrace"
guard doctor >"$OUT"
assert_says "$OUT" "backend: notify"
assert_says "$OUT" "by: guard takes a duplicate"
# Where a container refuses pidfd_getfd, a run holds, and another way to sockets is tried.
"$PROGRAMS/outer_filter" pidfd_getfd -- "$GUARD" doctor >"$OUT" 2>"$ERR" || fail "nothing runs: $(<"$OUT")"
assert_says "$OUT" "backend: notify; ptrace would not work here"
assert_says "$OUT" "by: the program sends a duplicate"
mkdir -p "$XDG_CONFIG_HOME/guard"
printf 'version: 1\nlandlock: off\n' >"$XDG_CONFIG_HOME/guard/policy.yaml"
guard doctor >"$OUT"
assert_says "$OUT" "level mediated"
assert_says "$OUT" "landlock: off leaves the Landlock roots out"
echo 'rules: [' >"$XDG_CONFIG_HOME/guard/policy.yaml"
status=0
guard doctor >"$OUT" || status=$?
assert_status 1
assert_says "$OUT" "the policy does not load"
printf 'version: 1\nbogus: 1\nnosuch: 2\n' >"$XDG_CONFIG_HOME/guard/policy.yaml"
guard doctor >"$OUT" || true
assert_says "$OUT" "bogus"
assert_says "$OUT" "nosuch"
assert_silent "$OUT" '\n'
# Inside of a session there is no second listener.
rm "$XDG_CONFIG_HOME/guard/policy.yaml"
guard_run -- "$GUARD" doctor
assert_status 1
assert_says "$OUT" "already runs under a seccomp listener"
