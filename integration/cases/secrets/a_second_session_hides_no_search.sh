# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# Two sessions of a user in one checkout: the search of either is told, recorded and counted as if it were alone, and what was
# approved is read however it is opened (grep -r and tar open without waiting).
. "$LIB/case.sh"
echo TOKEN=canary >.env
for round in 1 2 3; do
  for job in a b; do
    (
      status=0
      "$GUARD" run --ci --session "r$round$job" --fail-on skip -- bash -c 'sleep 0.5; grep -r TOKEN= .; exit 0' >"$job.out" 2>"$job.err" </dev/null || status=$?
      echo "$status" >"$job.status"
    ) &
  done
  wait
  for job in a b; do
    assert_content "$job.status" 3
    assert_silent "$job.out" canary
  done
done
start_guarded --session first -- bash -c 'echo up >up; until [[ -e done ]]; do sleep 0.05; done'
until_true 20 test -e up || fail "the first session does not start"
"$GUARD" run --session second --on-ask allow -- bash -c 'grep -r TOKEN= .env; tar cf out.tar .env' >second.out 2>second.err </dev/null || fail "$(<second.err)"
assert_says second.out canary
grep -qa canary out.tar || fail "tar has read nothing"
touch done
finish_guarded
assert_status 0
assert_silent "$ERR" skipped
