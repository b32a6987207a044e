# SPDX-License-Identifier: Apache-2.0
# A signal sent to guard run is CMD's; its handler decides the status.
. "$LIB/case.sh"
for name in TERM HUP USR1 USR2; do
  rm -f ready
  start_guarded -- bash -c "trap 'echo $name; exit 9' $name; >ready; while :; do sleep 0.05; done"
  until_true 20 test -e ready || fail "the command did not start"
  kill -s "$name" "$guard_pid"
  finish_guarded
  assert_status 9
  assert_content "$OUT" "$name"
done
