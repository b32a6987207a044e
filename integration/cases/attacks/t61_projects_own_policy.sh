# SPDX-License-Identifier: Apache-2.0
# A project's .guard.yaml, which an agent may have written, cannot loosen anything before it was
# trusted; it may tighten. Threat 61.
. "$LIB/case.sh"
precious nest/egg "$HOME/outside"
stand_in git
for loose in 'mode: trusting' 'safe_mode: off' 'rules: [{id: all, when: {act: [delete]}, decision: allow}]' 'categories: {FS_DELETE_OVERWRITE: 0, GIT_PUBLISH: 0, FS_OUTSIDE_WORKSPACE: 0}' 'paths: {tmp: ["**"]}' 'workspace: [".."]' 'pre_confirmed: ["rm -rf nest"]' \
  'approvers: [nobody]' 'commands: [{command: git, rules: [{id: g, has: [push], category: GIT_PUBLISH, tier: 0}]}]' 'modes: {balanced: {tier2: allow, tier3: confirm}}'; do
  printf 'version: 1\n%s\n' "$loose" >.guard.yaml
  guard_run --on-ask deny -- bash -c 'rm -rf nest; echo x >"$HOME/outside"; git push --force'
  assert_untouched nest/egg "$HOME/outside"
  assert_nothing_ran "$loose"
done
assert_recorded "r['act'] == 'exec' and 'FS_DELETE_OVERWRITE' in r['categories'] and r['decision'] in ('ask', 'deny')"
printf 'version: 1\nrules:\n  - {id: no-echo, when: {command: echo}, decision: deny, message: Not here.}\n' >.guard.yaml
guard_run --on-ask deny -- /bin/echo it ran
assert_silent "$OUT" "it ran"
assert_says "$ERR" "Not here."
# The tree may write it, and gains nothing by it, not even in the next session.
rm .guard.yaml
guard_run --on-ask deny -- bash -c 'printf "version: 1\nmode: trusting\nsafe_mode: off\n" >.guard.yaml; rm -rf nest'
guard_run --on-ask deny -- rm -rf nest
assert_untouched nest/egg
