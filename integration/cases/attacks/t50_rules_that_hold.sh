# SPDX-License-Identifier: Apache-2.0
# A wildcard in the middle of a deny holds; a rule that could hold nothing is an error at load, not a
# rule that is ignored. Threat 50.
. "$LIB/case.sh"
precious a/.tool/x a/b/c/.tool/x .tool/x a/tool/x
cat >policy.yaml <<'YAML'
version: 1
extends: [default]
rules:
  - {id: deep, when: {act: [write, delete, rename], path: "**/.tool/x"}, decision: deny}
  - {id: middle, when: {act: [write], path: "a/**/new-*.txt"}, decision: deny}
YAML
for line in 'echo x >a/.tool/x' 'echo x >a/b/c/.tool/x' 'echo x >.tool/x' 'rm -f a/b/c/.tool/x' 'mv a/.tool/x y' 'rm -rf a/b' 'mv a/b/c/.tool/x a/b/y'; do
  guard_run --policy policy.yaml --on-ask deny -- bash -c "$line"
  assert_untouched a/.tool/x a/b/c/.tool/x .tool/x
done
assert_recorded "r['rule'] == 'deep' and r['decision'] == 'deny'"
guard_run --policy policy.yaml --on-ask deny -- bash -c 'echo x >a/b/new-1.txt; echo x >a/b/c/new-2.txt; echo x >new-3.txt; echo x >a/tool/y'
assert_missing a/b/new-1.txt a/b/c/new-2.txt
assert_exists new-3.txt a/tool/y
for rule in '{id: x, when: {sub: push}, decision: deny}' '{id: x, when: {host: a.b, path: "c/**"}, decision: deny}' '{id: x, when: {act: [connect], path: "c/**"}, decision: deny}' \
  '{id: x, when: {act: [write], host: a.b}, decision: deny}' '{id: x, when: {}, decision: deny}' '{id: x, when: {command: no_such_program, sub: push}, decision: deny}' '{id: x, when: {paths: "a/**"}, decision: deny}'; do
  printf 'version: 1\nextends: [default]\nrules:\n  - %s\n' "$rule" >broken.yaml
  guard_run --policy broken.yaml -- touch ran
  assert_refused_to_start 125 "broken.yaml:"
done
