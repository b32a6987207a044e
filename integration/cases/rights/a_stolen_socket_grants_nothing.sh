# SPDX-License-Identifier: Apache-2.0
# A program that gets hold of the relay's socket, reads its greeting, speaks in its place or floods guard, gains no
# command that was not approved, and takes no later one away.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
for how in steal forge flood; do
  sudo_run timeout 30 "$PROGRAMS/keeps_relay_socket" "$how" sudo touch "made_$how"
  [[ $status -ne 124 ]] || fail "$how: it hangs"
  [[ ! -e made_$how || $(stat -c %U "made_$how") == root ]] || fail "$how: made by somebody else"
done
sudo_run sudo id -u
assert_content "$OUT" 0
# The relay itself has no more rights than its caller.
sudo_run bash -c 'sudo sleep 5 & sleep 0.5; for pid in $(pgrep -f "^sudo sleep 5"); do grep -h NoNewPrivs /proc/$pid/status; done; kill %1; wait' 2>/dev/null
assert_says "$OUT" "NoNewPrivs:	1"
