# SPDX-License-Identifier: Apache-2.0
# Bad YAML: no start; file, line, column and the nearest key.
. "$LIB/case.sh"
printf 'version: 1\nextends: [default]\nmod: balanced\n' >unknown.yaml
guard_run --policy unknown.yaml -- touch ran
assert_refused_to_start 125 "unknown.yaml:3:1"
assert_says "$ERR" '"mode"'
printf 'version: 1\nrules: [unclosed\n' >syntax.yaml
guard_run --policy syntax.yaml -- touch ran
assert_refused_to_start 125 "syntax.yaml:"
printf 'version: 1\nextends: [default]\nmode: sometimes\n' >value.yaml
guard_run --policy value.yaml -- touch ran
assert_refused_to_start 125 "value.yaml:3:7"
printf 'version: 1\nextends: [default]\nworkspace: {a: b}\n' >type.yaml
guard_run --policy type.yaml -- touch ran
assert_refused_to_start 125 "type.yaml:3:"
printf 'version: 1\nextends: [default]\nrules:\n  - {id: a, when: {command: git, sub: push}, decision: deny, match: ["git status"]}\n' >example.yaml
guard_run --policy example.yaml -- touch ran
assert_refused_to_start 125 "example.yaml:4:"
guard_run --policy missing.yaml -- touch ran
assert_refused_to_start 125 "missing.yaml"
guard_run --policy . -- touch ran
assert_refused_to_start 125 "."
if [[ $(id -u) -ne 0 ]]; then
  printf 'version: 1\n' >hidden.yaml
  chmod 000 hidden.yaml
  guard_run --policy hidden.yaml -- touch ran
  assert_refused_to_start 125 "hidden.yaml"
fi
mkdir -p "$XDG_CONFIG_HOME/guard"
printf 'mod: x\n' >"$XDG_CONFIG_HOME/guard/policy.yaml"
guard_run -- touch ran
assert_refused_to_start 125 "policy.yaml:1:1"
