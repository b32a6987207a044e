# SPDX-License-Identifier: Apache-2.0
# Commands with megabytes of arguments do not fill the disk: a record keeps the first 64 KiB of them, says
# how long they were, and can be verified.
. "$LIB/case.sh"
guard_run --on-ask deny -- bash -c '
  word=$(printf "%*s" 100000 "" | tr " " x)
  for number in {1..20}; do /bin/true "$number" "$word" "$word" "$word" "$word" "$word" "$word" "$word" "$word" "$word"; done'
assert_status 0
wait_for_closing
[[ $(audit_records | grep -c '"/bin/true"') -eq 20 ]] || fail "not all 20 are on record"
assert_recorded "r['argv'][:2] == ['/bin/true', '20'] and len(str(r['argv'])) < 66000 and '[cut: 100000 bytes in all]' in r['argv'][2] and r['argv'][-1] == '[cut: 8 more words, 800000 bytes]'"
size=$(cat "$GUARD_STATE_DIR"/audit.db* | wc -c)
((size < 10000000)) || fail "20 commands made $size bytes of records"
guard audit verify >"$OUT" || fail "verify: $(<"$OUT")"
