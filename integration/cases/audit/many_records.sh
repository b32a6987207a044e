# SPDX-License-Identifier: Apache-2.0
# Export in every format, statistics, queries, verification and reports of 20,000 records: all of them, and
# in memory that does not grow with them. ./dev audit-million: the same with 1,000,000, and the figures.
# timeout: 300
. "$LIB/case.sh"
python3 -B "$LIB/many_records.py" "$GUARD" "$PROGRAMS/make_records" "${AUDIT_RECORDS:-20000}" "$CASE_ROOM" >"$OUT" ||
  fail "$(tail -3 "$OUT")"
[[ $(wc -l <"$OUT") -ge 19 ]] || fail "not all was tried: $(<"$OUT")"
