# SPDX-License-Identifier: Apache-2.0
# guard policy test judges the examples of a file and the built-in ones, and names the one that fails.
. "$LIB/case.sh"
printf 'rules: [{id: a, when: {command: git, sub: push}, decision: ask, match: ["git push", "git -C x push"], no_match: ["git status"]}]\n' >"$CASE_ROOM/good.yaml"
printf 'rules: [{id: a, when: {command: git, sub: push}, decision: ask, match: ["git pull"]}]\n' >"$CASE_ROOM/bad.yaml"
guard policy test "$CASE_ROOM/good.yaml" >"$OUT"
assert_says "$OUT" 'good.yaml: 3 examples hold'
assert_says "$OUT" 'built in: '
! guard policy test "$CASE_ROOM/bad.yaml" >"$OUT" 2>"$ERR" || fail "an example that does not hold passed"
assert_says "$ERR" 'rule a: `git pull` should match'
guard policy test >"$OUT"
assert_says "$OUT" 'what holds here: 0 examples hold'
