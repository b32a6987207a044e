# SPDX-License-Identifier: Apache-2.0
# A person saves a file by an editor that puts a new one in its place, between two changes by the session: review has one line for
# it, against before the session.
. "$LIB/case.sh"
with_undo
seq 9 >f
start_guarded --session s --on-ask allow -- bash -c 'sed -i s/2/two/ f; touch up; while [ ! -e go ]; do sleep 0.02; done; sed -i s/8/eight/ f'
until_true 10 test -e up
sed -i s/5/mine/ f
touch go
finish_guarded
assert_status 0
wait_for_closing
guard review s >"$OUT"
[[ $(grep -c '^M  f ' "$OUT") -eq 1 ]] || fail "says: $(<"$OUT")"
assert_says "$OUT" "M  f | +3 -3"
assert_says "$OUT" "session s: 1 changed"
