# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# The webhook's secret is read, replaced, linked and moved by nobody in the tree, whatever is answered.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
serve ok
alerts_policy '  @HOOK@'
cat "$SECRET_FILE" >/dev/null
for act in "cat $SECRET_FILE" "cp $SECRET_FILE stolen" "ln $SECRET_FILE linked" "mv $SECRET_FILE moved" \
  "rm -f $SECRET_FILE" "cp bait $SECRET_FILE" "$GUARD alerts test --policy $ALERTS"; do
  echo bait >bait
  guard_run --policy "$ALERTS" -- timeout 60 bash -c "$act </dev/null"
  assert_status_not 0
  assert_silent "$OUT" "$SECRET"
  assert_content "$SECRET_FILE" "$SECRET"
  assert_missing stolen linked moved
done
assert_recorded "r['rule'] == 'guard.own' or 'guard' in r['reason'] and r['decision'] == 'block'"
[[ ! -e $ROOM/received ]] || ! received "r['valid']" || fail "the tree signed: $(cat "$ROOM/received")"
