# SPDX-License-Identifier: Apache-2.0
# Two jobs of one user in one checkout, each with a HOME and a state folder of its own: the second cannot lease what the first
# holds, so guard asks about each of its opens. And --require verified does not start where a secret is open elsewhere.
. "$LIB/case.sh"
((EUID != 0)) || skip "root holds each session's secrets for itself"
echo TOKEN=canary >.env
start_guarded --session first -- bash -c 'echo up >up; until [[ -e done ]]; do sleep 0.05; done'
until_true 20 test -e up || fail "the first job does not start"
other() { # WORD...: as the other job
  mkdir -p "$CASE_ROOM/other/run" && chmod 700 "$CASE_ROOM/other/run"
  HOME=$CASE_ROOM/other GUARD_STATE_DIR=$CASE_ROOM/other/state XDG_RUNTIME_DIR=$CASE_ROOM/other/run \
    XDG_STATE_HOME=$CASE_ROOM/other/xdg "$GUARD" run "$@" >"$CASE_ROOM/out" 2>"$CASE_ROOM/err" </dev/null
}
! other --on-ask deny -- cat .env || fail "the other job read the secret"
assert_silent "$CASE_ROOM/out" canary
assert_says "$CASE_ROOM/err" "denied read"
assert_says "$CASE_ROOM/err" "another session holds the secrets of $PWD already, with another state folder"
touch done
finish_guarded
other --on-ask deny -- cat .env && fail "a job alone read it"
assert_silent "$CASE_ROOM/err" "with another state folder"
# Whoever requires the whole level is told before anything runs.
exec 9<>.env
rm -f ran
guard_run --require verified -- touch ran
assert_status 125
assert_says "$ERR" "--require verified: 1 secret is held or open elsewhere"
assert_missing ran
exec 9>&-
