# SPDX-License-Identifier: Apache-2.0
# As root every session holds the secrets for itself. An ordinary user's second one cannot lease what
# the first has: it is asked about every open instead, and says so. The next session may lease a file
# that the first has let go.
. "$LIB/case.sh"
echo TOKEN=canary >.env
start_guarded --session first -- bash -c 'echo up >up; until [[ -e done ]]; do sleep 0.05; done'
until_true 20 test -e up || fail "the first session does not start"
status=0
"$GUARD" run --session second --on-ask deny -- cat .env >second.out 2>second.err </dev/null || status=$?
((status != 0)) || fail "the second session read it"
assert_silent second.out canary
assert_says second.err "denied read"
if ((EUID != 0)); then
  assert_says second.err "another session of yours already holds your secrets"
fi
"$GUARD" run --session third --on-ask deny -- bash -c 'cat /etc/hostname >/dev/null; echo word >made; cat made' \
  >third.out 2>third.err </dev/null || fail "ordinary work in a further session fails: $(<third.err)"
assert_says third.out word
# It reads a file that a person lets it read while the first one still runs; and a shell gets to its
# history.
"$GUARD" run --session fourth --on-ask allow -- cat .env >fourth.out 2>fourth.err </dev/null &
reader=$!
has_read() { ! kill -0 "$reader" 2>/dev/null; }
until_true 20 has_read || { kill "$reader"; fail "an allowed read hangs as long as another session lives"; }
assert_says fourth.out canary
echo "echo before" >"$HOME/.bash_history"
"$GUARD" run --session fifth --on-ask deny -- bash -c 'set -o history; history -r; history' >fifth.out 2>&1 </dev/null &
reader=$!
until_true 20 has_read || { kill "$reader"; fail "a shell waits for its history as long as another session lives"; }
assert_silent "$ERR" "skipped" # the others looked, and nobody of the first session's
guard audit list --session first --decision deny | grep -q skipped && fail "$(guard audit list --session first)"
kill -0 "$guard_pid" || fail "the first session has ended"
touch done
finish_guarded
assert_status 0
guard_run --on-ask deny -- cat .env
((status != 0)) || fail "a session alone read it"
assert_says "$ERR" "denied read"
assert_silent "$ERR" "another session of yours"
assert_silent "$ERR" "which is slow"
