# SPDX-License-Identifier: Apache-2.0
# A secret that a search skipped right before the command ended counts for --fail-on skip, and is in the summary.
# timeout: 180
. "$LIB/case.sh"
echo SECRET=canary >.env
for run in {1..12}; do
  guard_run --ci --fail-on skip --report "out$run.json" -- bash -c 'grep -rn SECRET . >/dev/null 2>&1; true'
  [[ $status -eq 3 ]] || fail "run $run: status $status"
  assert_says "$ERR" "guard: refused, status 3"
  assert_says "out$run.json" ".env"
  wait_for_closing
done
