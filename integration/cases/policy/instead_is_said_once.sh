# SPDX-License-Identifier: Apache-2.0
# The advice is said once, in the rule's own words where it has some, and never of a command that would
# run.
. "$LIB/case.sh"
git init -q .
cat >"$CASE_ROOM/own.yaml" <<'YAML'
version: 1
extends: [default]
rules:
  - {id: no-push, when: {command: git, sub: push}, decision: deny, message: "Open a pull request instead."}
  - {id: fine, when: {command: git, sub: tag}, decision: allow, message: "Go on."}
YAML
said() { grep -c 'instead:' "$OUT" || true; }
for verb in check "policy explain"; do
  # shellcheck disable=SC2086
  guard $verb --policy "$CASE_ROOM/own.yaml" -- git push --force >"$OUT" || true
  [[ $(said) -eq 1 ]] || fail "$verb: $(<"$OUT")"
  assert_says "$OUT" "instead: Open a pull request instead."
  ! grep -q 'rule no-push: ' "$OUT" || fail "$verb names the rule twice: $(<"$OUT")"
  # shellcheck disable=SC2086
  guard $verb --policy "$CASE_ROOM/own.yaml" -- git tag v1 >"$OUT"
  [[ $(said) -eq 0 ]] || fail "$verb of what would run: $(<"$OUT")"
done
# The words of the rule's author stand right behind the verdict.
guard check --policy "$CASE_ROOM/own.yaml" -- git push --force >"$OUT" || true
[[ $(sed -n 2p "$OUT") == "  instead: Open a pull request instead." ]] || fail "check: $(<"$OUT")"
