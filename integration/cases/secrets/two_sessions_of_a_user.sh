# SPDX-License-Identifier: Apache-2.0
# As root every session holds the secrets for itself; an ordinary user's second one cannot lease what
# the first has, and says so.
. "$LIB/case.sh"
echo TOKEN=canary >.env
start_guarded --session first -- bash -c 'echo up >up; until [[ -e done ]]; do sleep 0.05; done'
until_true 20 test -e up || fail "the first session does not start"
"$GUARD" run --session second --on-ask deny -- cat .env >second.out 2>second.err </dev/null || true
touch done
finish_guarded
assert_status 0
if ((EUID == 0)); then
  assert_silent second.out canary
else
  assert_says second.err "1 secret is held or open elsewhere"
fi
