# SPDX-License-Identifier: Apache-2.0
# guard check holds the files that git's words name against the rules and against the secrets, as the run does.
. "$LIB/case.sh"
with_undo
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
git init -q -b main .
mkdir src other && echo a >src/a.c && echo b >other/b.c && git add . && git commit -qm a
echo TOKEN=canary >.env && echo secret >x.sealed
cat >"$CASE_ROOM/rules.yaml" <<'YAML'
version: 1
extends: [default]
paths: {secret: "**/*.sealed"}
rules:
  - {id: keep-src, when: {act: [write, delete, rename], path: "src/**"}, decision: deny}
YAML
export GUARD_POLICY=$CASE_ROOM/rules.yaml

says() { # TEXT COMMAND...
  local text=$1
  shift
  guard check --policy "$GUARD_POLICY" -- "$@" >"$OUT" 2>"$ERR" || true
  assert_says "$OUT" "$text"
  guard_run --policy "$GUARD_POLICY" --on-ask deny -- "$@"
  assert_says "$ERR" 'guard: denied'
}
unsaid() { # COMMAND...
  guard check --policy "$GUARD_POLICY" -- "$@" >"$OUT" 2>"$ERR" || true
  assert_silent "$OUT" keep-src
  assert_silent "$OUT" ' later: '
}
says 'rename src/a.c' git mv src/a.c b.c
assert_content src/a.c a
echo changed >src/a.c
says 'keep-src' git restore src/a.c
says 'keep-src' git checkout -- src/a.c
assert_content src/a.c changed
git checkout -q -- src/a.c
says 'keep-src' git rm src/a.c
assert_content src/a.c a
says 'read .env' git add -f .env
says 'read x.sealed' git diff --no-index /dev/null x.sealed
unsaid git mv other/b.c other/c.c
unsaid git mv -n src/a.c b.c
unsaid git rm --cached src/a.c
unsaid git add other
