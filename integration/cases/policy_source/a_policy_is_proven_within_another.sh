# SPDX-License-Identifier: Apache-2.0
# guard policy diff --within: proves that a policy is nowhere looser than another one, or names the act.
. "$LIB/case.sh"
cat >"$CASE_ROOM/ceiling.yaml" <<'YAML'
mode: balanced
rules:
  - {id: push, when: {command: git, sub: push, flags: [force, f]}, decision: deny}
  - {id: db, when: {act: [write, delete], path: "db/**"}, decision: ask}
  - {id: make, when: {command: make}, decision: allow}
YAML
within() { # POLICY
  printf '%b\n' "$1" >"$CASE_ROOM/policy.yaml"
  guard policy diff --within "$CASE_ROOM/ceiling.yaml" "$CASE_ROOM/policy.yaml" >"$OUT" 2>"$ERR"
}
push="{id: a, when: {command: git, sub: push}, decision: deny}"
db="{id: b, when: {act: [write, delete], path: [\"db/**\"]}, decision: ask, tier: 3}"
within "rules:\n  - $push\n  - $db" || fail "$(cat "$OUT" "$ERR")"
assert_says "$OUT" "nowhere looser: proven"
within "mode: paranoid\nrules:\n  - $push\n  - $db\n  - {id: c, when: {command: make, has: [all]}, decision: allow}" || fail "$(cat "$OUT" "$ERR")"

beyond() { # POLICY TEXT...
  ! within "$1" || fail "proven: $1"
  shift
  local text
  for text in "$@"; do assert_says "$OUT" "$text"; done
}
beyond "rules:\n  - $push" "rules.db: the ceiling asks about it" "create db/x"
beyond "rules:\n  - {id: a, when: {command: git, sub: push, flags: [force]}, decision: deny}\n  - $db" \
  "rules.push: the ceiling denies it" "git push -f" "ceiling: refused (tier 3" "policy: would ask (tier 3"
beyond "mode: trusting\nrules:\n  - $push\n  - $db" "mode: looser"
beyond "rules:\n  - $push\n  - $db\n  - {id: c, when: {command: rm}, decision: allow}" "rules.c: the policy allows it" "rm"
beyond "rules:\n  - $push\n  - {id: b, when: {act: [write, delete], path: \"db/**\"}, decision: ask, tier: 2}" "rules.b: a question with"
beyond "rules:\n  - {id: a, when: {command: git, sub: push}, decision: deny, monitor: on}\n  - $db" "rules.push"
beyond "network: {allow: [x.example]}\nrules:\n  - $push\n  - $db" "network.allow: looser: added: x.example"
guard policy diff --json --within "$CASE_ROOM/ceiling.yaml" "$CASE_ROOM/policy.yaml" >"$OUT" || true
[[ $(<"$OUT") == *'"within":false'* ]] || fail "$(cat "$OUT")"
