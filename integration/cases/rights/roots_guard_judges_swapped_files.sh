# SPDX-License-Identifier: Apache-2.0
# With `supervise` a line of `sudo.allow` may name a file that this user can swap: root's guard judges the file that is
# used in the end, however the name is led elsewhere meanwhile.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/supervised.sh"
printf 'version: 1\nextends: [default]\nsudo: {supervise: on, allow: ["cat notes", "tee notes", "chown nobody notes"]}\n' >policy.yaml
sudo sh -c 'chmod 755 /root; echo canary >/root/canary; chmod 644 /root/canary'
echo mine >notes
guard_run --policy policy.yaml --on-ask deny -- sudo cat notes
assert_content "$OUT" mine
rm notes; ln -s /etc/shadow notes
guard_run --policy policy.yaml --on-ask deny -- sudo cat notes
assert_status_not 0
[[ ! -s $OUT ]] || fail "read: $(<"$OUT")"
swap() { while :; do ln -sfn "$1" one; mv -fT one notes; echo mine >two; mv -fT two notes; done; }
swap /etc/shadow & swapping=$!
guard_run --policy policy.yaml --on-ask deny -- bash -c 'for i in {1..15}; do sudo cat notes 2>/dev/null; done'
kill "$swapping"
[[ $(sort -u "$OUT") == mine || ! -s $OUT ]] || fail "read: $(sort -u "$OUT")"
swap /root/canary & swapping=$!
guard_run --policy policy.yaml --on-ask deny -- bash -c 'for i in {1..15}; do sudo chown nobody notes 2>/dev/null; echo evil | sudo tee notes >/dev/null 2>&1; done'
kill "$swapping"
[[ $(stat -c %U /root/canary) == root && $(</root/canary) == canary ]] || fail "changed: $(ls -l /root/canary; cat /root/canary)"
