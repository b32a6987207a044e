# SPDX-License-Identifier: Apache-2.0
# Threads that wait for a secret get no processor for long, as others keep it busy, while programs
# exec beside them: a hold of the tree is given up then, and the next one has to wait for them too.
# Without that they came out of the kernel with the file open.
. "$LIB/case.sh"
command -v chrt >/dev/null || skip "no chrt here"
echo TOKEN=canary >.env
busy=()
for _ in $(seq $(($(nproc) * 2))); do
  (while :; do :; done) &
  busy+=($!)
done
readers="chrt --idle 0 $PROGRAMS/readers_and_an_exec 100"
status=0
timeout 8 "$GUARD" run --quiet --on-ask deny -- sh -c "$readers & $readers leader & $readers again & wait" \
  >"$OUT" 2>"$ERR" </dev/null || status=$?
kill "${busy[@]}"
[[ $status -eq 0 || $status -eq 124 ]] || fail "ended with $status"
assert_silent "$OUT" READ
assert_says "$ERR" "denied read"
