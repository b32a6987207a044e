# SPDX-License-Identifier: Apache-2.0
# guard policy explain prints the way to a decision, and the decision is that of guard check; with
# --json both are the same object.
. "$LIB/case.sh"
precious old/a
cat >"$CASE_ROOM/p.yaml" <<'YAML'
rules:
  - {id: no-old, when: {act: delete, path: "old/**"}, decision: deny, message: Keep it.}
YAML
guard policy explain -- timeout 5 rm -r old >"$OUT"
for text in 'which runs' 'operands old' 'fs.delete: tier 2' 'balanced: tier 2 means ask' 'the policy has none' "offered for: deletes in $PWD/old and below" 'would ask (tier 2, FS_DELETE_OVERWRITE)'; do
  assert_says "$OUT" "$text"
done
# Nothing of what is none.
guard check -- rm old/a >"$OUT" || true
assert_says "$OUT" 'takes 1 file, '
guard policy explain --policy "$CASE_ROOM/p.yaml" -- rm -r old >"$OUT"
assert_says "$OUT" 'deny: no-old holds'
assert_says "$OUT" 'instead: Keep it.'
guard policy explain --mode trusting --shell 'ls; rm -r old' >"$OUT"
assert_says "$OUT" 'trusting: tier 2 means ask_then_remember'
# A tier that `categories:` moved says so, and only that one.
printf 'categories: {DEPS_INSTALL_UPDATE: 1, GIT_PUBLISH: 3}\n' >"$CASE_ROOM/c.yaml"
stand_in pip
guard policy explain --policy "$CASE_ROOM/c.yaml" -- pip install x >"$OUT"
assert_says "$OUT" "categories  the policy's \`categories:\` has DEPS_INSTALL_UPDATE: 1; it counts as tier 1"
guard policy explain --policy "$CASE_ROOM/c.yaml" -- git push >"$OUT"
assert_says "$OUT" 'has GIT_PUBLISH: 3; it counts as tier 3'
guard policy explain --policy "$CASE_ROOM/c.yaml" -- rm -r old >"$OUT"
assert_silent "$OUT" 'categories'
for text in 'rm -r old' 'rm -rf /' 'git push --force' 'ls | head' 'echo x >/etc/passwd'; do
  guard policy explain --json --shell "$text" >"$OUT"
  python3 - "$OUT" <(guard check --json --shell "$text" || true) <<'PY' || fail "explain and check differ: $text"
import json, sys
explained, checked = (json.load(open(path)) for path in sys.argv[1:])
sys.exit(any(checked[field] != value for field, value in explained["decision"].items()))
PY
done
# For text that cannot be read to its end both say that it asks.
for text in 'rm -rf $(' 'if then' 'echo "abc'; do
  guard policy explain --shell "$text" >"$OUT" || fail "explain ends with $?: $text"
  assert_says "$OUT" 'all in all: would ask (tier 2, EXEC_ARBITRARY): not all of the shell text could be read [shell.unread]'
  status=0
  guard check --shell "$text" >"$OUT" || status=$?
  [[ $status == 3 ]] || fail "check ends with $status: $text"
  assert_says "$OUT" 'would ask (tier 2, EXEC_ARBITRARY): not all of the shell text could be read [shell.unread]'
done
assert_exists old/a
