# SPDX-License-Identifier: Apache-2.0
# npm is a link to npm-cli.js: a rule that allows npm holds for it in check, in the hook and in the run.
. "$LIB/case.sh"
[[ -L $(command -v npm) ]] || skip "npm is no link here"
[[ $(stat -c %u "$(command -v npm)") == 0 ]] || skip "npm is not root's here"
printf 'version: 1\nrules:\n  - {id: ok-i, when: {command: npm, sub: install}, decision: allow}\n' >policy.yaml
for command in "npm install left-pad" "npm i left-pad"; do
  [[ $(guard check --policy policy.yaml -- $command) == *"[ok-i]"* ]] || fail "$command: $(guard check --policy policy.yaml -- $command)"
done
answer=$(GUARD_POLICY=$PWD/policy.yaml guard hook gemini <<<'{"hook_event_name":"BeforeTool","tool_name":"run_shell_command","cwd":"'"$PWD"'","tool_input":{"command":"npm install x"}}')
[[ $answer != *'"deny"'* ]] || fail "the hook refuses what the policy allows: $answer"
