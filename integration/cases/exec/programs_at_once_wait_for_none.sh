# SPDX-License-Identifier: Apache-2.0
# Several mediators take the calls of programs that run at once (docs/decisions/0022): no exec is forgotten by
# who began it, no call is left to somebody who waits for another, whatever comes between.
. "$LIB/case.sh"
cat >at_once.sh <<'SH'
for k in 1 2 3 4 5 6; do
  (
    i=0
    while [ $i -lt 100 ]; do
      /bin/true
      echo "$i" >"f$k.$i"
      /bin/missing 2>/dev/null
      rm "f$k.$i"
      i=$((i + 1))
    done
    echo "done $k"
  ) &
done
wait
SH
guard run --on-ask deny -- sh at_once.sh >"$OUT" 2>"$ERR" || fail "status $?: $(tail -3 "$ERR")"
[[ $(grep -c '^done [1-6]$' "$OUT") -eq 6 ]] || fail "not all came to their end: $(<"$OUT")"
[[ -z $(compgen -G 'f*') ]] || fail "left: $(ls)"
