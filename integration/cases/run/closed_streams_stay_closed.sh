# SPDX-License-Identifier: Apache-2.0
# guard started with 0, 1 or 2 closed refuses as ever and lets the command go on to its end; CMD has them closed, too.
. "$LIB/case.sh"
precious old/file
act='rm -rf old; touch A; sleep 1; touch B; exit 5'
look='for n in 0 1 2; do [[ ! -e /proc/$$/fd/$n ]] || echo "$n" >>open; done; touch looked'
run() { # REDIRECTION WORD...
  local redirection=$1
  shift
  status=0
  (eval "exec $redirection" && exec "$GUARD" run --on-ask deny "$@") || status=$?
}
for redirection in '</dev/null >/dev/null 2>&-' '<&- >/dev/null 2>/dev/null' '</dev/null >&- 2>/dev/null' '<&- >&- 2>&-'; do
  rm -f A B
  run "$redirection" -- bash -c "$act"
  [[ $status -eq 5 ]] || fail "status $status with $redirection"
  assert_exists A B
  assert_untouched old/file
done
assert_recorded "r['outcome'] == 'refused' and r['objects'] == ['$WORKSPACE/old']"
wait_for_closing

run '<&- >/dev/null 2>/dev/null' -- bash -c "$look"
assert_content open $'1\n2'
rm -f open
run '</dev/null >/dev/null 2>&-' -- bash -c "$look"
assert_content open $'0\n1'
rm -f open
run '<&- >&- 2>&-' -- bash -c "$look"
assert_missing open
assert_exists looked
# None of them is a descriptor that CMD inherited.
assert_not_recorded "r['act'] == 'inherit'"
