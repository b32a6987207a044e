# SPDX-License-Identifier: Apache-2.0
# Supervision that would not see a call is not started: guard tries each at every start, in the real
# tree. Threat 69.
. "$LIB/case.sh"
# A call that nobody sees is made: what it names must not be a person's file.
printf '#!/bin/sh\ntouch ran\n' >guard-canary
chmod +x guard-canary
cp -p guard-canary before
for call in unlinkat connect 'connect unlinkat'; do
  status=0
  # shellcheck disable=SC2086
  timeout -k 1 30 "$PROGRAMS/outer_filter" $call -- "$GUARD" run -- touch ran >"$OUT" 2>"$ERR" </dev/null || status=$?
  assert_missing ran
  assert_status 125
  assert_says "$ERR" "guard: "
  assert_says "$ERR" "self-test"
done
"$PROGRAMS/outer_filter" -- "$GUARD" run -- touch ran
assert_exists ran
cmp before guard-canary
