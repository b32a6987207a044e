# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# A reader that waits for guard is never told of as one that would not, however busy the machine is:
# an open breaks the lease before it sleeps, and may be kept from a processor in between.
. "$LIB/case.sh"
mkdir -p "$HOME/.ssh" && chmod 700 "$HOME/.ssh"
ssh-keygen -q -t ed25519 -N '' -f "$HOME/.ssh/id_ed25519"
guard_run --on-ask deny -- bash -c '
  for hog in 1 2 3 4 5 6; do (while :; do :; done) & hogs+=($!); done
  for try in {1..25}; do ssh-keygen -y -f ~/.ssh/id_ed25519 >key.pub || exit 9; done
  kill "${hogs[@]}"
  exit 0'
assert_status 0
wait_for_closing
assert_not_recorded "r['rule'] == 'secrets.gate'"
