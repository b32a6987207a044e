# SPDX-License-Identifier: Apache-2.0
# guard policy diff names each change and which way it goes, and what becomes of command lines.
. "$LIB/case.sh"
printf 'mode: paranoid\nnetwork: {allow: [192.0.2.7]}\n' >"$CASE_ROOM/a.yaml"
printf 'rules: [{id: no-push, when: {command: git, sub: push}, decision: deny}]\n' >"$CASE_ROOM/b.yaml"
code=0
guard policy diff "$CASE_ROOM/a.yaml" "$CASE_ROOM/b.yaml" >"$OUT" || code=$?
[[ $code == 1 ]] || fail "status $code"
assert_says "$OUT" 'looser   mode: paranoid -> balanced'
assert_says "$OUT" 'tighter  network.allow: gone: 192.0.2.7'
assert_says "$OUT" 'tighter  rules.no-push: added: deny'
printf 'git push\ngit status\n' >"$CASE_ROOM/commands"
guard policy diff --commands "$CASE_ROOM/commands" "$CASE_ROOM/b.yaml" >"$OUT" || true
assert_says "$OUT" 'was: would ask (tier 2, GIT_PUBLISH)'
assert_says "$OUT" 'now: refused'
assert_silent "$OUT" 'git status'
guard policy diff "$CASE_ROOM/b.yaml" "$CASE_ROOM/b.yaml" >"$OUT" || fail "a file differs from itself"
assert_says "$OUT" 'no difference'

printf 'rules: [{id: no-push, when: {command: git, sub: push}, decision: ask}]\n' >"$CASE_ROOM/c.yaml"
guard policy diff "$CASE_ROOM/b.yaml" "$CASE_ROOM/c.yaml" >"$OUT" || true
assert_says "$OUT" 'looser   rules.no-push: deny'
guard policy diff "$CASE_ROOM/c.yaml" "$CASE_ROOM/b.yaml" >"$OUT" || true
assert_says "$OUT" 'tighter  rules.no-push: ask'
