# SPDX-License-Identifier: Apache-2.0
# newuidmap gets its rights once it is approved, and gives a namespace its users; passwd is refused; sudo tells
# its version unasked; policies let named commands behind sudo go.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
command -v newuidmap >/dev/null || skip "no newuidmap here"
[[ -u $(command -v newuidmap) ]] || skip "newuidmap has no set-user-ID bit here"
cat >script <<'S'
unshare -U sleep 30 & one=$!
while [[ $(readlink /proc/$one/ns/user) == $(readlink /proc/self/ns/user) ]]; do sleep 0.05; done
newuidmap $one 0 $UID 1; echo "status $?"
read -r _ from _ </proc/$one/uid_map; echo "from $from"
kill $one
S
sudo_run bash script
assert_says "$OUT" "status 0"
assert_says "$OUT" "from $UID"
guard_run --policy "$UNASKED" -- passwd
assert_status 126
assert_says "$ERR" "not to be had"
guard_run --on-ask deny -- sudo --version
assert_status 0
assert_says "$OUT" "Sudo version"
printf 'version: 1\nextends: [default]\nsudo: {allow: ["id -u"]}\n' >some.yaml
guard_run --policy some.yaml --on-ask deny -- sudo id -u
assert_status 0
assert_says "$OUT" 0
assert_recorded "r['act'] == 'exec' and 'confirmed beforehand' in r['reason'] and r['outcome'] == 'done'"
guard_run --policy some.yaml --on-ask deny -- sudo id -un
assert_status 126
