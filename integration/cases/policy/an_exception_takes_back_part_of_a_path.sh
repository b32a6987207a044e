# SPDX-License-Identifier: Apache-2.0
# `!x` in the path of a rule takes back what earlier patterns of the list hold for: of a rule that denies, and of one that
# allows, which then says nothing of a folder that holds an exception either. Where it could take back nothing it does
# not load.
. "$LIB/case.sh"
precious src/a src/gen/b src/gen/keep src/c free/x free/key/y
policy=$CASE_ROOM/p.yaml
cat >"$policy" <<'YAML'
rules:
  - {id: src, when: {act: [write, delete, rename], path: ["src/**", "!src/gen/**", "src/gen/keep"]}, decision: deny}
  - {id: free, when: {act: delete, path: ["free/**", "!free/key"]}, decision: allow}
YAML
guard policy validate "$policy" >"$OUT"
assert_says "$OUT" sound

for command in 'rm src/a' 'rm src/gen/keep' 'mv src elsewhere' 'rm -r src' 'truncate -s 0 src/c'; do
  read -ra words <<<"$command"
  guard_run --policy "$policy" --on-ask allow -- "${words[@]}"
  assert_says "$ERR" 'rule src'
  status=0
  guard check --policy "$policy" -- "${words[@]}" >"$OUT" || status=$?
  [[ $status == 4 ]] || fail "check ended with $status of: $command"
done
assert_untouched src/a src/gen/keep src/c
guard_run --policy "$policy" --on-ask allow -- rm src/gen/b
assert_status 0
assert_missing src/gen/b

guard_run --policy "$policy" --on-ask deny -- rm -r free
assert_untouched free/x free/key/y
guard_run --policy "$policy" --on-ask deny -- rm free/key/y
assert_untouched free/key/y
guard_run --policy "$policy" --on-ask deny -- rm free/x
assert_status 0
assert_missing free/x

refused() { # TEXT WORDS
  printf '%s\n' "$1" >"$policy"
  status=0
  guard policy validate "$policy" >"$OUT" 2>"$ERR" || status=$?
  [[ $status == 1 ]] || fail "loads: $1"
  assert_says "$ERR" "$2"
}
refused 'rules: [{id: a, when: {path: ["!src/x"]}, decision: deny}]' 'stands first, so it takes back nothing'
refused 'rules: [{id: a, when: {path: ["!src/x", "src/**"]}, decision: deny}]' 'stands first'
refused 'rules: [{id: a, when: {path: [src/x, !src/y]}, decision: deny}]' "quote what begins with '!'"
refused 'paths: {secret: ["src/**", "!src/x"]}' 'only in the `path` of a rule'
