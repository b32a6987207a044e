# SPDX-License-Identifier: Apache-2.0
# Shell text of which guard cannot read all is never said to be harmless: it asks, or what was read of it is refused.
# Verdict and status agree in each form of the answer.
. "$LIB/case.sh"
judged_as() { # STATUS TEXT
  local judged=0
  "$GUARD" check --shell "$2" >"$OUT" 2>"$ERR" </dev/null || judged=$?
  [[ $judged -eq $1 ]] || fail "status $judged, expected $1: $2"
}
judged_as 3 'rm -rf "'
assert_says "$OUT" 'would ask (tier 2, EXEC_ARBITRARY): not all of the shell text could be read [shell.unread]'
judged_as 3 'true; for'
judged_as 3 'git push origin main; for'
judged_as 4 'rm -rf /; for'
judged_as 0 'true; false'
assert_silent "$OUT" "shell.unread"
for given in '--shell "true; for"' '-- bash -c "true; for"' '--batch'; do
  judged=0
  eval '"$GUARD" check --json '"$given" <<<'true; for' >"$OUT" || judged=$?
  [[ $judged -eq 3 ]] || fail "status $judged, expected 3: $given"
  assert_says "$OUT" '"parsed":false'
  assert_says "$OUT" '"decision":"ask"'
done
