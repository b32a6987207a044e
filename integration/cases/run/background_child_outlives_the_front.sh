# SPDX-License-Identifier: Apache-2.0
# bash -c 'sleep & exit 4' returns at once; what lives on stays supervised.
. "$LIB/case.sh"
precious nest/egg
# It cannot end before `go` exists, so a guard that waited for it would run into the case's time.
guard_run --on-ask deny -- bash -c \
  '(until [[ -e go ]]; do sleep 0.05; done; rm -rf nest; echo tried >tried) >/dev/null 2>&1 & exit 4'
assert_status 4
assert_missing tried
touch go
until_true 20 test -e tried || fail "the background process did not live on"
assert_untouched nest/egg
