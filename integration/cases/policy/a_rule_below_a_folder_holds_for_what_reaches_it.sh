# SPDX-License-Identifier: Apache-2.0
# A rule that denies what lies below a folder refuses `chmod -R` of that folder before it begins, as it refuses rm -r:
# nothing is half done. git writes the files of a folder that differ: check says no deletion of the folder.
. "$LIB/case.sh"
with_undo
git init -q .
mkdir -p db/migrations
echo one >db/migrations/1.sql
echo read >README.md
git add -A
git -c user.name=a -c user.email=a@b.c commit -qm one
cat >"$CASE_ROOM/policy.yaml" <<'YAML'
rules:
  - {id: migrations, when: {act: [write, delete, rename, metadata], path: "db/migrations/**"}, decision: deny}
YAML
before=$(stat -c %a db)
for words in "chmod -R 700 db" "chmod --recursive go-w db" "chown -R $(id -un) db" "chgrp -R $(id -gn) ."; do
  status=0
  "$GUARD" check --policy "$CASE_ROOM/policy.yaml" -- $words >"$OUT" 2>&1 || status=$?
  [[ $status -eq 4 && $(<"$OUT") == *migrations* ]] || fail "check of $words: $status: $(<"$OUT")"
  guard_run --policy "$CASE_ROOM/policy.yaml" --on-ask deny -- $words
  assert_status 126
  assert_says "$ERR" "migrations"
done
[[ $(stat -c %a db) == "$before" ]] || fail "the mode of db was changed"
# The folder alone, and what lies beside.
for words in "chmod 711 db" "chmod -R go-w README.md"; do
  guard_run --policy "$CASE_ROOM/policy.yaml" --on-ask deny -- $words
  assert_status 0
done
echo changed >README.md
for words in "git restore ." "git checkout -- ."; do
  status=0
  "$GUARD" check --policy "$CASE_ROOM/policy.yaml" -- $words >"$OUT" 2>&1 || status=$?
  [[ $status -eq 3 && $(<"$OUT") != *delete* ]] || fail "check of $words: $status: $(<"$OUT")"
done
guard_run --policy "$CASE_ROOM/policy.yaml" --pre-confirm "git restore ." -- git restore .
assert_status 0
assert_content README.md read
echo changed >db/migrations/1.sql
guard_run --policy "$CASE_ROOM/policy.yaml" --pre-confirm "git restore ." -- git restore .
assert_says "$ERR" "rule migrations"
assert_content db/migrations/1.sql changed
