# SPDX-License-Identifier: Apache-2.0
# A secret that its owner cannot open itself is held from when its mode, or its folder's, is changed.
. "$LIB/case.sh"
echo TOKEN=canary >.env
mkdir -p "$HOME/.ssh"
echo canary >"$HOME/.ssh/id_rsa"
chmod 0 .env
chmod 0 "$HOME/.ssh"
free_policy 'act: metadata'
guard_run --policy "$FREE" --on-ask deny -- bash -c '
chmod 600 .env && chmod 700 ~/.ssh || exit 9
cat .env ~/.ssh/id_rsa'
chmod 700 "$HOME/.ssh"
assert_status 1
assert_silent "$OUT" canary
(($(grep -c 'guard: denied read' "$ERR") == 2)) || fail "not both were judged"
