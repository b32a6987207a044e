# SPDX-License-Identifier: Apache-2.0
# A plan of an undo is pasted, and kept by pipelines: what is in a secret stands in none, by its name or by the policy's.
. "$LIB/case.sh"
with_undo
mkdir -p vault
echo API_KEY=canary >.env
echo canary >vault/a
echo plain >notes
printf 'version: 1\npaths: {secret: ["vault/**"]}\n' >.guard.yaml
echo 'echo canary2 >>.env; echo canary2 >>vault/a; echo more >>notes' >add.sh
guard_run --session se1 --policy .guard.yaml --on-ask allow -- bash add.sh
assert_status 0
wait_for_closing
for way in "--session se1 --dry-run" "--session se1 --dry-run --json" ".env --dry-run"; do
  guard undo $way >plan 2>&1 || true
  [[ $(<plan) != *canary* ]] || fail "$way: $(<plan)"
  assert_says plan "what is in it is a secret, and not shown"
done
guard undo --session se1 --dry-run >plan 2>&1 || true
assert_says plan "-more"
guard undo --session se1 --yes >plan 2>&1 || fail "$(<plan)"
assert_content .env API_KEY=canary
assert_silent plan canary
