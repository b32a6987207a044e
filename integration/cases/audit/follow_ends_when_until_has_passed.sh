# SPDX-License-Identifier: Apache-2.0
# audit list --follow --until TIME ends by itself, with 0, when nothing of before then can come any more.
. "$LIB/case.sh"
guard_run -- /bin/echo before
wait_for_closing
guard audit list --follow --until 2000-01-01 >"$OUT" || fail "in the past: status $?"
[[ ! -s $OUT ]] || fail "older than the record: $(<"$OUT")"
soon=$(date -u -d '+2 seconds' +%Y-%m-%dT%H:%M:%SZ)
guard audit list --follow --until "$soon" >"$OUT" || fail "in the future: status $?"
assert_says "$OUT" "/bin/echo before"
