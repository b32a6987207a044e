# SPDX-License-Identifier: Apache-2.0
# timeout: 200
# Random backups, saves by way of another file, further hard links, moved folders, and files that change places: a discard of one name
# takes that one alone, its undo gives it again, and an undo of all gives exactly what was there before.
. "$LIB/case.sh"
with_undo
for seed in 1 2 3 5 8 13 16 21 25 34 48 55 60 77; do
  mkdir "seed-$seed"
  (cd "seed-$seed" && python3 -B "$LIB/random_names.py" "$GUARD" "$seed") >"$OUT" 2>&1 || fail "seed $seed: $(<"$OUT")"
done
