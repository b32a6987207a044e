# SPDX-License-Identifier: Apache-2.0
# A look-alike inherits no allow, of policy or packs, and escapes no deny: neither by its place, its
# name nor its first word. Threat 27.
. "$LIB/case.sh"
precious nest/egg
cp /bin/rm harmless
cp "$PROGRAMS/stand_in" git
cp "$PROGRAMS/stand_in" sed
mkdir "$CASE_ROOM/elsewhere"
cp git "$CASE_ROOM/elsewhere/git"
cat >policy.yaml <<'YAML'
version: 1
extends: [default]
rules:
  - {id: publishing, when: {command: git, sub: push}, decision: allow}
  - {id: no-sed, when: {command: sed}, decision: deny}
YAML
for line in './git push --force' "$CASE_ROOM/elsewhere/git push --force" 'PATH=.:$PATH git push --force' 'exec -a /usr/bin/git ./git push --force' \
  'ln -s "$PWD/git" g; exec -a git ./g push --force' './sed s/a/b/' 'exec -a cat ./sed s/a/b/' "exec -a sed ./git"; do
  guard_run --policy policy.yaml --on-ask deny -- bash -c "$line"
  assert_nothing_ran "$line"
  assert_status 126
done
assert_recorded "'GIT_PUBLISH' in r['categories'] and r['risk_tier'] == 3 and r['decision'] in ('ask', 'deny')"
assert_recorded "r['rule'] == 'no-sed'"
for line in './harmless -rf nest' 'exec -a ls ./harmless -rf nest' 'cp harmless born; ./born -rf nest' 'ln -s /bin/rm ls; ./ls -rf nest'; do
  guard_run --policy policy.yaml --on-ask deny -- bash -c "$line"
  assert_status_not 0
  assert_untouched nest/egg
done
assert_recorded "r['act'] == 'exec' and r['argv'][:1] == ['./harmless'] and r['rule'] == 'fs.delete' and r['decision'] in ('ask', 'deny')"
# The real one is allowed, and a name that nobody speaks of runs.
mv git plain
guard_run --policy policy.yaml --on-ask deny -- ./plain push --force
assert_content "$OUT" "plain ran"
git init -q repository
guard_run --policy policy.yaml --on-ask deny -- git -C repository push --force nowhere
assert_silent "$ERR" "guard: denied"
