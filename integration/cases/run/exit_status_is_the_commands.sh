# SPDX-License-Identifier: Apache-2.0
# The exit status of guard run is CMD's own; 126 and 127 as a shell says them.
. "$LIB/case.sh"
for code in 0 1 7 77 125 200 255; do
  guard_run -- bash -c "exit $code"
  assert_status "$code"
done
guard_run -- no_such_command_here
assert_status 127
assert_says "$ERR" no_such_command_here
guard_run -- ./missing
assert_status 127
touch plain
guard_run -- ./plain
assert_status 126
mkdir folder
guard_run -- ./folder
assert_status 126
