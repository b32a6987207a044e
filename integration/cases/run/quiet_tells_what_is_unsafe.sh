# SPDX-License-Identifier: Apache-2.0
# guard run -q says nothing when it starts, unless guard protects less than the policy says.
. "$LIB/case.sh"
guard_run -q -- true
assert_status 0
[[ ! -s $OUT && ! -s $ERR ]] || fail "it spoke: $(cat "$OUT" "$ERR")"
# A rule that lets much go is the policy's own choice.
cat >"$CASE_ROOM/loose.yaml" <<'YAML'
rules: [{id: loose, when: {command: git, sub: push}, decision: allow}]
YAML
guard_run --policy "$CASE_ROOM/loose.yaml" -- true
[[ -s $ERR ]] || fail "the rule is not told"
guard_run -q --policy "$CASE_ROOM/loose.yaml" -- true
assert_status 0
[[ ! -s $ERR ]] || fail "it spoke: $(<"$ERR")"
# A pattern that holds nothing.
mkdir sec
echo canary >sec/file
cat >"$CASE_ROOM/named.yaml" <<YAML
paths: {secret: ["$PWD/sec"]}
YAML
guard_run -q --policy "$CASE_ROOM/named.yaml" --on-ask deny -- true
assert_status 0
assert_says "$ERR" "$PWD/sec is a folder, and what lies in it is read unasked"
(($(wc -l <"$ERR") == 1)) || fail "it says more: $(<"$ERR")"
# Landlock roots left out because somebody said so.
guard_run -q --landlock off -- true
assert_status 0
[[ ! -s $ERR ]] || fail "it repeats what was asked for: $(<"$ERR")"
