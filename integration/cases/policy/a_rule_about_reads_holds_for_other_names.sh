# SPDX-License-Identifier: Apache-2.0
# A rule that denies or asks about reads of a place also holds for giving that place another name, under which it
# would hold no longer: the file, and each folder above it.
. "$LIB/case.sh"
mkdir -p conf sec
echo TOKEN=canary | tee conf/.env >sec/prod.sealed
cat >"$CASE_ROOM/p.yaml" <<'YAML'
version: 1
paths: {secret: ["**/*.sealed"]}
rules:
  - {id: closed, when: {act: read, path: ["conf/.env", "sec/prod.sealed"]}, decision: deny}
  - {id: open, when: {act: read, path: ["**/.env", "**/*.sealed"]}, decision: allow}
YAML
closed() { # COMMAND
  guard_run --on-ask deny --policy "$CASE_ROOM/p.yaml" -- sh -c "$1"
  assert_says "$ERR" '(rule closed)'
  assert_silent "$OUT" canary
  [[ -e conf/.env && -e sec/prod.sealed ]] || fail "it has another name: $1"
}
closed 'cat conf/.env'
closed 'mv conf c2; cat c2/.env'
closed 'mv conf/.env x; cat x'
closed 'ln conf/.env y; cat y'
closed 'cp -al conf c3; cat c3/.env'
closed 'mv sec s2; cat s2/prod.sealed'
closed 'python3 -c "import os; os.rename(\"sec\", \"s3\"); print(open(\"s3/prod.sealed\").read())"'
# An exchange moves it away, too.
closed 'mkdir -p d && python3 -c "import ctypes; ctypes.CDLL(None).renameat2(-100, b\"d\", -100, b\"conf\", 2)"; cat d/.env'
for words in 'mv conf c2' 'mv conf/.env x'; do
  status=0
  # shellcheck disable=SC2086
  guard check --policy "$CASE_ROOM/p.yaml" -- $words >"$OUT" || status=$?
  [[ $status == 4 ]] || fail "check ended with $status of: $words"
done
# Others of that name are let through, and what takes the place of a file reads nothing of it.
mkdir other
echo TOKEN=canary >other/.env
guard_run --on-ask deny --policy "$CASE_ROOM/p.yaml" -- sh -c 'mv other o2; cat o2/.env'
assert_status 0
assert_says "$OUT" canary
