# SPDX-License-Identifier: Apache-2.0
# A program that reads the record as soon as guard run ends finds all of it, on a busy machine too.
# timeout: 120
. "$LIB/case.sh"
one_run() { # NUMBER
  local state=$CASE_ROOM/state$1
  "$GUARD" run --quiet --state-dir "$state" -- bash -c ': >"$0"; /bin/true' "made$1" </dev/null || return
  "$GUARD" audit list --state-dir "$state" --json >"$CASE_ROOM/list$1" || return
  grep -q '/bin/true' "$CASE_ROOM/list$1" && grep -q "made$1" "$CASE_ROOM/list$1"
}
for round in {1..6}; do
  pids=()
  for number in {1..6}; do
    one_run "$round.$number" & pids+=($!)
  done
  for pid in "${pids[@]}"; do wait "$pid" || fail "a record is missing"; done
done
