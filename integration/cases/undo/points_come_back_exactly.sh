# SPDX-License-Identifier: Apache-2.0
# timeout: 200
# Random commands on a few names, also with further hard links: an undo to a point, the undo of that, and an undo of all give exactly
# what was there.
. "$LIB/case.sh"
with_undo
goes_there_and_back() { # SEED [links]
  mkdir "seed-$1"
  (cd "seed-$1" && python3 -B "$LIB/random_points.py" "$GUARD" "$@") >"$OUT" 2>&1 || fail "seed $*: $(<"$OUT")"
}
for seed in 2 3 6 9 10 12; do goes_there_and_back "$seed"; done
for seed in 406 412; do goes_there_and_back "$seed" links; done
