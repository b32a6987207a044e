# SPDX-License-Identifier: Apache-2.0
# Under the other backends sudo and its kin are refused at once, and no attack on the way to them gets one; what sudo
# tells of itself it cannot tell there.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
printf '#!/bin/sh\ntouch made_by_script\n' >own
chmod +x own
for backend in ptrace preload; do
  for words in "sudo touch made" "sudo -n ./own" "sudo -s" "sudo -l" "su -c 'touch made'" "a-b=c sudo a-b=c touch made" "pkexec touch $PWD/made"; do
    [[ $words != pkexec* ]] || command -v pkexec >/dev/null || continue
    GUARD_BACKEND=$backend guard_run --policy "$UNASKED" -- bash -c "$words" </dev/null
    assert_status_not 0
    assert_missing made made_by_script
  done
  for how in steal forge flood; do
    GUARD_BACKEND=$backend guard_run --policy "$UNASKED" -- timeout 20 "$PROGRAMS/keeps_relay_socket" "$how" sudo touch made || true
    assert_missing made
  done
done
GUARD_BACKEND=ptrace guard_run --on-ask allow -- sudo id
assert_status 126
assert_says "$ERR" "not to be had under guard"
