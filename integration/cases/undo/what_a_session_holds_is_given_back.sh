# SPDX-License-Identifier: Apache-2.0
# A session holds the reads of secrets, an ordinary user's by leases: what it overwrites or deletes of
# them is kept all the same, by itself too. Another session that lives holds up no undo, which writes
# the very file, and holds it on.
. "$LIB/case.sh"
with_undo
mkdir w
cd w
printf 'TOKEN=canary\n' | tee .env .env.local >.env.test
number=$(stat -c %i .env)
remember .
cd ..
guard_run --on-ask allow --session a -- bash -c 'cd w; echo agent >.env; rm .env.local; echo agent >new; mv new .env.test'
assert_status 0
assert_content w/.env agent
assert_not_recorded "'cannot be saved' in r['reason']"
start_guarded --on-ask deny --session b -- bash -c 'echo up >up; until [[ -e done ]]; do sleep 0.05; done; cat w/.env'
until_true 20 test -e up || fail "the session does not start"
guard undo --yes --session a
[[ $(stat -c %i w/.env) -eq $number ]] || fail "it is another file now"
touch done
finish_guarded
assert_silent "$OUT" TOKEN
assert_as_remembered w
