# SPDX-License-Identifier: Apache-2.0
# Shell text of which guard cannot read all is not said to be harmless: what was read of it may be, or
# be asked about.
. "$LIB/case.sh"
judged_as() { # STATUS TEXT
  local judged=0
  "$GUARD" check --shell "$2" >"$OUT" 2>"$ERR" </dev/null || judged=$?
  [[ $judged -eq $1 ]] || fail "status $judged, expected $1: $2"
}
judged_as 125 'rm -rf "'
assert_says "$OUT" "could not tell; what could be read would run"
judged_as 125 'true; for'
judged_as 3 'git push origin main; for'
judged_as 4 'rm -rf /; for'
judged_as 0 'true; false'
assert_silent "$OUT" "could not tell"
echo 'true; for' | "$GUARD" check --batch >"$OUT" && fail "a batch with such a line ends well"
assert_says "$OUT" '"parsed":false'
