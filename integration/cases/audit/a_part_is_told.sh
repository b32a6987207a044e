# SPDX-License-Identifier: Apache-2.0
# guard audit list and sessions show the newest unless told, and say when that is a part. Whoever typed --limit, or
# asks for JSON, is told nothing.
. "$LIB/case.sh"
for number in $(seq 1 20); do guard_run --session "s$number" -- true; done
wait_for_closing
shows() { # LINES SAYS WORD...: on standard output with its heading; what standard error says
  local lines=$1 says=$2
  shift 2
  guard audit "$@" >"$OUT" 2>"$ERR" || fail "audit $*: status $?"
  [[ $(wc -l <"$OUT") -eq $lines ]] || fail "audit $* shows $(wc -l <"$OUT") lines"
  [[ $(<"$ERR") == "$says" ]] || fail "audit $* says '$(<"$ERR")'"
}
shows 21 "" sessions
guard_run --session last -- true
wait_for_closing
shows 21 "these are the newest 20, and there are more: --limit 0 lists all" sessions
grep -q '^last ' "$OUT" || fail "the newest is left out: $(<"$OUT")"
! grep -q '^s1 ' "$OUT" || fail "the oldest is shown: $(<"$OUT")"
shows 22 "" sessions --limit 0
shows 6 "" sessions --limit 5
guard audit sessions --json 2>"$ERR" >"$OUT"
[[ ! -s $ERR ]] || fail "JSON: $(<"$ERR")"
guard_run --session more -- bash -c 'for i in {1..20}; do /bin/true; done'
wait_for_closing
total=$(guard audit list --limit 0 | wc -l)
((total > 51)) || fail "only $total records"
shows 51 "these are the newest 50, and there are more: --limit 0 lists all" list
shows "$total" "" list --limit 0
shows 11 "" list --limit 10
shows "$(guard audit list --session last --limit 0 | wc -l)" "" list --session last
