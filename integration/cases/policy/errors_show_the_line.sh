# SPDX-License-Identifier: Apache-2.0
# All defects of a policy are told at once, each with its line and a mark below the place; the usual slips of YAML
# in plain words; an approver whom nobody knows is warned of before a run.
. "$LIB/case.sh"
refused() { # TEXT of the policy
  printf "$1" >p.yaml
  status=0
  guard policy validate p.yaml >"$OUT" 2>"$ERR" || status=$?
  assert_status 1
  guard_run --policy p.yaml -- touch ran
  assert_status 125
  [[ ! -e ran ]] || fail "it ran all the same"
}
refused 'netwrok: {}\nsafe_mode: maybe\nrules:\n  - {id: a, when: {command: git}, decision: refuse}\n'
printf '%s\n' 'guard: p.yaml:1:1: unknown key "netwrok"; did you mean "network"?' '    1 | netwrok: {}' '      | ^' \
  '  p.yaml:2:12: safe_mode: must be on or off (true or false)' '    2 | safe_mode: maybe' '      |            ^' >wanted
head -6 "$ERR" | diff wanted - || fail "the defects do not stand with their lines"
assert_says "$ERR" 'p.yaml:4:45: decision: "refuse" is none of allow, ask, deny'
refused 'rules:\n\t- {id: a}\n'
assert_says "$ERR" 'p.yaml:2:1: tabs do not indent'
refused 'paths:\n  secret: [**/*.sealed]\n'
assert_says "$ERR" 'quote patterns that begin with *'
refused 'rules:\n  no-push: {when: {command: git, sub: push}, decision: deny}\n'
assert_says "$ERR" 'rules is a list: write "- id: no-push"'
refused 'mode: Balanced\n'
assert_says "$ERR" 'did you mean "balanced"?'

printf 'approvers: [nobody-is-called-so, %s]\n' "$(id -un)" >p.yaml
guard policy validate p.yaml >"$OUT"
assert_says "$OUT" "warning: p.yaml:1:13: approver nobody-is-called-so: no such user here"
assert_silent "$OUT" "approver $(id -un)"

# No rule is named twice, and the words of who wrote it come first.
printf 'rules: [{id: keep-it, when: {command: rm}, decision: deny, message: "Never here."}]\n' >p.yaml
guard_run --policy p.yaml -- rm x
assert_says "$ERR" "guard: denied rm x: Never here. (rule keep-it"
[[ $(grep -o 'rule keep-it' "$ERR" | wc -l) -eq 1 ]] || fail "the rule is named twice"
