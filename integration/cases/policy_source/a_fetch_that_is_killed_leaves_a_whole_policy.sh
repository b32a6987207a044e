# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# A fetch that is killed at any point leaves the old release or the new one, and the next one goes on from there.
. "$LIB/case.sh"
. "$LIB/policy_source.sh"
source_of "file: $PUBLISHED"
publish 'mode: balanced'
fetch
held_now() { guard policy status --json | python3 -B "$LIB/query.py" value "data['held']['release']"; }
for i in $(seq 40); do
  before=$(held_now)
  publish "# $i\nmode: balanced"
  "$GUARD" policy fetch >"$OUT" 2>"$ERR" &
  fetching=$!
  sleep "$(python3 -c "import random; print(random.uniform(0, 0.06))")"
  kill -KILL "$fetching" 2>/dev/null || true
  wait "$fetching" 2>/dev/null || true
  now=$(held_now)
  [[ $now == "$before" || $now == $((i + 1)) ]] || fail "release $now holds, after $before and $((i + 1))"
  guard policy show >"$OUT" 2>"$ERR" || fail "no policy: $(cat "$ERR")"
done
fetch
holds 41
