# SPDX-License-Identifier: Apache-2.0
# A search skips a secret, and an allowed program reads the same one right behind it: the skip counts all the same.
# timeout: 180
. "$LIB/case.sh"
cat >allow.yaml <<'YAML'
rules: [{id: cat-may-read-it, when: {act: read, command: cat, path: ".env"}, decision: allow}]
YAML
echo TOK=canary >.env
for run in {1..15}; do
  guard_run --ci --fail-on skip --report out.json --policy allow.yaml -- \
    bash -c 'grep -rq TOK . 2>/dev/null; cat .env'
  [[ $status -eq 3 ]] || fail "run $run: status $status, report: $(<out.json)"
  assert_says "$OUT" "TOK=canary"
  assert_says "$ERR" "1 read of a secret skipped"
done
