# SPDX-License-Identifier: Apache-2.0
# A state folder that is a file, not writable, or full: one line, and nothing ran.
. "$LIB/case.sh"
touch file
guard_run --state-dir file -- touch ran
assert_refused_to_start 125 file
guard_run --state-dir file/below -- touch ran
assert_refused_to_start 125 file
if [[ $(id -u) -ne 0 ]]; then
  mkdir -m 500 closed
  guard_run --state-dir closed/state -- touch ran
  assert_refused_to_start 125 closed
  guard_run --state-dir /etc -- touch ran
  assert_refused_to_start 125 /etc
fi
