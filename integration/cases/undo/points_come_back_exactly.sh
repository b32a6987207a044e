# SPDX-License-Identifier: Apache-2.0
# timeout: 200
# Random commands on a few names: an undo to a point, the undo of that, and an undo of all give exactly what was there.
. "$LIB/case.sh"
with_undo
for seed in 2 3 6 9 10 12; do
  mkdir "seed-$seed"
  (cd "seed-$seed" && python3 -B "$LIB/random_points.py" "$GUARD" "$seed") >"$OUT" 2>&1 || fail "seed $seed: $(<"$OUT")"
done
