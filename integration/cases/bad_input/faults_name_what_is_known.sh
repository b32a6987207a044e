# SPDX-License-Identifier: Apache-2.0
# A value that is not known is refused by a line that helps: the nearest name of a choice, by option or by variable, the
# endings of an export, the longest time.
. "$LIB/case.sh"
refused() { # STATUS TEXT WORD...: the command ends with STATUS and says TEXT
  local expected=$1 text=$2 status=0
  shift 2
  "$@" >"$OUT" 2>"$ERR" </dev/null || status=$?
  assert_status "$expected"
  assert_says "$ERR" "$text"
}
refused 125 "unknown mode balancd (did you mean balanced?)" env GUARD_MODE=balancd "$GUARD" run -- true
refused 125 "unknown mode balancd (did you mean balanced?)" "$GUARD" run --mode balancd -- true
refused 125 "GUARD_ON_ASK dney (did you mean deny?)" env GUARD_ON_ASK=dney "$GUARD" run -- true
refused 125 "--on-ask dney (did you mean deny?)" "$GUARD" run --on-ask dney -- true
refused 125 "GUARD_REQUIRE verifed (did you mean verified?)" env GUARD_REQUIRE=verifed "$GUARD" run -- true
refused 125 "--fail-on nevr (did you mean never?)" "$GUARD" run --fail-on nevr -- true
refused 125 "GUARD_LOG_LEVEL: log level inof" env GUARD_LOG_LEVEL=inof "$GUARD" run -- true
guard_run -- true
wait_for_closing
refused 2 "ends in is no known format" "$GUARD" audit export --output "$CASE_ROOM/records.xls"
[[ ! -e $CASE_ROOM/records.xls ]] || fail "it wrote a file of no known format"
guard audit export --output "$CASE_ROOM/records.xls" --format csv
head -1 "$CASE_ROOM/records.xls" | grep -q , || fail "no CSV"
refused 2 "at most 24h" "$GUARD" approve 1a2b3c4d --scope 999h
echo 'timeouts: {tier2: 4000d}' >"$CASE_ROOM/p.yaml"
refused 1 "at most 3660d" "$GUARD" policy validate "$CASE_ROOM/p.yaml"
"$GUARD" run --print-values --fail-on >"$OUT"
[[ $(tr "\n" " " <"$OUT") == "deny ask skip never " ]] || fail "the values of --fail-on: $(<"$OUT")"
# The second would hold in place of the first.
echo 'version: 1' >"$CASE_ROOM/one.yaml"
for command in 'run --policy X --policy X -- true' 'check --policy X --policy X -- true' 'policy explain --policy X --policy X -- true'; do
  status=0
  "$GUARD" ${command//X/$CASE_ROOM/one.yaml} >"$OUT" 2>"$ERR" || status=$?
  [[ $status != 0 ]] || fail "$command: two policies"
  assert_says "$ERR" "--policy is given twice"
done
