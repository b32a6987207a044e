# SPDX-License-Identifier: Apache-2.0
# Signals reach what sudo runs, and what is left of it ends when its relay is killed or the session ends.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
printf 'trap "echo caught >caught; exit 3" TERM\nwhile :; do sleep 0.1; done\n' >waits.sh
sudo_run bash -c 'sudo sh waits.sh & until pgrep -f "^sh waits.sh" >/dev/null; do sleep 0.1; done; kill -TERM $!; wait $!; echo "status $?"'
assert_content "$OUT" "status 3"
assert_exists caught
sudo_run bash -c 'sudo sleep 4711 & until pgrep -f "^sleep 4711" >/dev/null; do sleep 0.1; done; sleep 0.3; kill -9 $!; wait $!; echo "status $?"' 2>/dev/null
assert_says "$OUT" "status 137"
gone() { ! pgrep -f '^sleep 4711' >/dev/null; }
until_true 10 gone || fail "what sudo ran is left"
# Somebody stops the session while sudo runs.
gone() { ! pgrep -f '^sleep 4712' >/dev/null; }
start_guarded --policy "$UNASKED" -q --session stopped -- bash -c 'sudo sleep 4712; true'
runs() { pgrep -f '^sleep 4712' >/dev/null; }
until_true 20 runs || fail "sudo never ran it"
guard stop stopped >/dev/null
finish_guarded
until_true 10 gone || fail "what sudo ran is left behind a stop"
