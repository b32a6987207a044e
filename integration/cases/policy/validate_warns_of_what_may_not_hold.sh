# SPDX-License-Identifier: Apache-2.0
# What loads and may not mean what it says is warned of; what can never hold does not load.
. "$LIB/case.sh"
printf 'rules:\n  - {id: a, when: {command: git, sub: wibble}, decision: deny}\n  - {id: b, when: {path: "photos/**"}, decision: deny}\n' >"$CASE_ROOM/p.yaml"
"$GUARD" policy validate "$CASE_ROOM/p.yaml" >"$OUT"
assert_says "$OUT" 'p.yaml:2:1: rule a: guard does not know the subcommand "wibble"'
assert_says "$OUT" 'p.yaml:3:1: rule b: holds for every act but reads of "photos/**"'
assert_says "$OUT" 'sound'

for when in 'act: read, path: "photos/**"' 'command: git, sub: psuh' 'command: git, sub: push, flags: [froce]' 'act: signal'; do
  printf 'rules: [{id: a, when: {%s}, decision: deny}]\n' "$when" >"$CASE_ROOM/p.yaml"
  status=0
  "$GUARD" policy validate "$CASE_ROOM/p.yaml" >"$OUT" 2>"$ERR" || status=$?
  assert_status 1
  assert_says "$ERR" 'p.yaml:1:'
  guard_run --policy "$CASE_ROOM/p.yaml" -- true
  assert_status 125
done
