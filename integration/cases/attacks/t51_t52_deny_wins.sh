# SPDX-License-Identifier: Apache-2.0
# Deny beats allow, whatever the order, the depth of the path or the file that says it; no mode and no
# approval lifts it. Threats 51, 52.
. "$LIB/case.sh"
stand_in tool
mkdir -p "$XDG_CONFIG_HOME/guard"
cat >"$XDG_CONFIG_HOME/guard/policy.yaml" <<'YAML'
version: 1
extends: [default]
rules:
  - {id: all-writes, when: {act: [write, delete, rename], path: "**"}, decision: allow}
  - {id: no-kept, when: {act: [write, delete, rename], path: "kept/**"}, decision: deny}
  - {id: but-this, when: {act: [write, delete, rename], path: "kept/deep/f"}, decision: allow}
  - {id: tools, when: {command: "t*"}, decision: allow}
  - {id: no-tool, when: {command: tool}, decision: deny}
  - {id: tool-again, when: {command: [tool, "bin/tool"]}, decision: allow}
YAML
for options in '' '--mode trusting' '--safe-mode off' '--on-ask allow' '--mode trusting --safe-mode off'; do
  for line in 'echo x >kept/deep/f' 'rm -f kept/deep/f' 'rm -rf kept' 'mv kept/deep/f x' 'mv kept x' ': >kept/new'; do
    precious kept/deep/f
    # shellcheck disable=SC2086
    guard_run $options -- bash -c "$line"
    assert_untouched kept/deep/f
    assert_missing kept/new
  done
  # shellcheck disable=SC2086
  guard_run $options -- bash -c 'tool; bin/tool'
  assert_nothing_ran "$options"
done
assert_recorded "r['rule'] == 'no-kept' and r['decision'] == 'deny'"
assert_recorded "r['rule'] == 'no-tool' and r['decision'] == 'deny'"
start_guarded -- bash -c 'until [[ -e go ]]; do sleep 0.05; done; rm -rf kept'
until_true 20 guard approve-session --categories FS_DELETE_OVERWRITE,EXEC_ARBITRARY 2>/dev/null || fail "no session"
touch go
finish_guarded
assert_untouched kept/deep/f
precious other
guard_run -- bash -c 'echo x >other'
assert_content other x
