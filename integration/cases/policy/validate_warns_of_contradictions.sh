# SPDX-License-Identifier: Apache-2.0
# guard policy validate warns of settings that load and contradict one another, or allow more than anybody may mean. An
# id that two files use is a defect, and names both places.
. "$LIB/case.sh"
git init -q .
policy=$CASE_ROOM/p.yaml
warned() { # TEXT WARNING
  printf '%s\n' "$1" >"$policy"
  guard policy validate "$policy" >"$OUT" 2>&1 || fail "does not load: $1"
  assert_says "$OUT" "warning: "
  assert_says "$OUT" "$2"
}
sound() { # TEXT
  printf '%s\n' "$1" >"$policy"
  guard policy validate "$policy" >"$OUT" 2>&1 || fail "does not load: $1"
  assert_silent "$OUT" "warning: "
}
warned 'rules: [{id: a, when: {command: git, sub: Push}, decision: deny}]' 'the subcommand "Push", but "push"'
warned 'rules: [{id: a, when: {command: git, sub: push, flags: FORCE}, decision: deny}]' 'the flag "FORCE", but "force"'
warned 'rules: [{id: a, when: {command: make}, decision: deny}, {id: b, when: {command: make, has: x}, decision: allow}]' \
  "rule b: never decides: rule a ($policy:1) denies all that it holds for"
warned 'rules: [{id: a, when: {path: "**", tier: 3}, decision: allow}]' 'lets acts of tier 3 go unasked wherever they are'
warned 'paths: {tmp: [x], secret: [x]}' 'secret: "x" does not count: tmp: "x" stands first'
warned 'paths: {tmp: ["./**"]}' 'calls the whole workspace scratch: deleted and written unasked'
warned 'pre_confirmed: ["git push --force"]' 'never holds: it is tier 3'
warned 'pre_confirmed: ["rm -rf *"]' 'takes in the whole workspace, unasked: name a folder'
sound 'pre_confirmed: ["rm -rf ./build/*"]'
warned 'pre_confirmed: [".venv/bin/pip install six"]' 'names a file that may become another program'
warned 'two_person: {tier: 3}' 'names nobody, so what takes two people is denied at once'
warned 'commands: {command: python3}' 'when: {command: python3}, decision: allow}'
sound 'rules: [{id: a, when: {command: git, sub: push, flags: force}, decision: deny}]
pre_confirmed: ["rm -rf ./build/*"]'
printf 'paths: {tmp: ["**"]}\n' >"$policy"
guard_run --policy "$policy" -- true
assert_status 125
assert_says "$ERR" 'takes in every file of this machine'
sound 'rules: [{id: a, when: {command: make, has: x}, decision: deny}, {id: b, when: {command: make}, decision: ask}]'
sound 'paths: {secret: ["x/*.key"], tmp: ["x/**"]}'

printf 'rules: [{id: a, when: {category: git_publish}, decision: deny}]\n' >"$policy"
status=0
guard policy validate "$policy" >"$OUT" 2>&1 || status=$?
[[ $status == 1 ]] || fail "a category in small letters loads"
assert_says "$OUT" 'did you mean "GIT_PUBLISH"?'

# Over two files.
printf 'rules:\n  - {id: twice, when: {command: make}, decision: ask}\n' >"$policy"
printf 'mode: paranoid\nrules:\n  - {id: twice, when: {command: make}, decision: deny}\n' >.guard.yaml
status=0
GUARD_POLICY=$policy guard policy validate >"$OUT" 2>&1 || status=$?
[[ $status == 1 ]] || fail "validate ended with $status"
assert_says "$OUT" ".guard.yaml:3:10: duplicate id \"twice\": first used in $policy:2; give one of them another name"
guard_run --policy "$policy" -- true
assert_status 125
assert_says "$ERR" 'duplicate id "twice"'
