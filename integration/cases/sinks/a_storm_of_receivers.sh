# SPDX-License-Identifier: Apache-2.0
# timeout: 600
# 20,000 records through each sink, to receivers that die, stall and come back, with guard killed at random points: all
# arrive, in order, once when those that came again are left out; guard's memory does not grow (./dev sinks: 1,000,000).
. "$LIB/case.sh"
command -v openssl >/dev/null || skip "no openssl here to make a certificate with"
mkdir "$HOME/storm"
python3 -B "$LIB/sink_storm.py" "$GUARD" "$PROGRAMS/make_records" 20000 "$HOME/storm" >"$OUT" 2>"$ERR" || fail "$(cat "$OUT")"
sed 's/^/note: /' "$OUT"
