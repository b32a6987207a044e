# SPDX-License-Identifier: Apache-2.0
# A level above that of the session outside, a policy that does not load: one line, and nothing runs.
. "$LIB/case.sh"
guard_run --quiet --landlock off -- "$GUARD" run --require verified -- touch ran
assert_refused_to_start 125 "is level mediated: start that one with --landlock on"
guard_run --quiet --landlock off -- "$GUARD" run --landlock on -- touch ran
assert_refused_to_start 125 "start that one with --landlock on"
if has_landlock_roots; then
  guard_run --landlock on -- "$GUARD" run --quiet --require verified -- touch allowed
  assert_status 0
  assert_exists allowed
fi
echo 'rules: [' >bad.yaml
guard_run --quiet -- "$GUARD" run --policy bad.yaml -- touch ran
assert_refused_to_start 125 "bad.yaml"
