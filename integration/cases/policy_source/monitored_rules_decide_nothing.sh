# SPDX-License-Identifier: Apache-2.0
# A rule with `monitor: on` is judged and put on record, and decides nothing: neither a denial nor what would allow.
. "$LIB/case.sh"
cat >"$CASE_ROOM/policy.yaml" <<'YAML'
rules:
  - {id: org.kept, when: {act: write, path: "kept/**"}, decision: deny, monitor: on}
  - {id: org.rm, when: {command: rm}, decision: allow, monitor: on, match: [rm x], no_match: [ls]}
YAML
precious old/file
mkdir kept
guard_run --policy "$CASE_ROOM/policy.yaml" --on-ask deny -- bash -c 'echo x >kept/it; /bin/rm -rf ./old'
assert_exists kept/it
assert_exists old/file
wait_for_closing
assert_recorded "r['act'] == 'create' and r['decision'] == 'allow' and (r['effect'] or {}).get('monitored') == ['org.kept: deny']"
assert_recorded "r['act'] == 'exec' and r['decision'] != 'allow' and (r['effect'] or {}).get('monitored') == ['org.rm: allow']"
guard policy explain --policy "$CASE_ROOM/policy.yaml" -- rm -rf ./old >"$OUT" 2>&1 || true
assert_says "$OUT" "org.rm: allow, which decides nothing yet"
guard policy show --policy "$CASE_ROOM/policy.yaml" >"$OUT"
assert_says "$OUT" "monitor: on"
printf 'rules: [{id: x, when: {command: rm}, category: SUDO, monitor: on}]\n' >"$CASE_ROOM/bad.yaml"
! guard policy validate "$CASE_ROOM/bad.yaml" >"$OUT" 2>&1 || fail "sound"
assert_says "$OUT" "only a rule with a \"decision\""
