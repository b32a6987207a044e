# SPDX-License-Identifier: Apache-2.0
# Variables that make a program load other code (LD_PRELOAD, BASH_ENV, NODE_OPTIONS, ...) on a program
# that is allowed: asked, since what runs is not what was allowed. Those of the person's own
# environment are not. Threat K23.
. "$LIB/case.sh"
precious nest/egg
stand_in marker
echo "$PWD/bin/marker" >evil.sh
cat >policy.yaml <<'YAML'
version: 1
extends: [default]
rules:
  - {id: tools, when: {command: [bash, "true", cat, perl, git]}, decision: allow}
YAML
lines=('BASH_ENV=./evil.sh bash -c true' 'env BASH_ENV=./evil.sh bash -c true' 'export BASH_ENV=$PWD/evil.sh; /bin/bash -c true' 'PERL5OPT=-Mevil perl -e 1' 'GIT_SSH_COMMAND=./evil.sh git fetch' 'GIT_EXTERNAL_DIFF=./evil.sh git diff' 'LD_AUDIT=./x.so /bin/true' 'ENV=./evil.sh dash -i -c true')
if command -v cc >/dev/null; then
  printf '#include <stdlib.h>\n__attribute__((constructor)) static void go(void) { unsetenv("LD_PRELOAD"); (void)!system("./bin/marker"); }\n' >evil.c
  cc -shared -fPIC -o evil.so evil.c
  lines+=('LD_PRELOAD=./evil.so /bin/true' 'env LD_PRELOAD=$PWD/evil.so cat /dev/null' "python3 -c 'import os; os.execve(\"/bin/true\", [\"true\"], {\"LD_PRELOAD\": \"./evil.so\"})'")
fi
! command -v node >/dev/null || lines+=('NODE_OPTIONS="--require ./evil.js" node -e 1')
for line in "${lines[@]}"; do
  guard_run --policy policy.yaml --on-ask deny -- bash -c "$line"
  assert_nothing_ran "$line"
  assert_status_not 0
done
assert_recorded "r['rule'] == 'exec.injected_loader' and 'EXEC_ARBITRARY' in r['categories'] and r['decision'] in ('ask', 'deny')"
rm -f evil.sh
echo 'echo mine' >mine.sh
BASH_ENV=$PWD/mine.sh guard_run --policy policy.yaml --on-ask deny -- bash -c 'bash -c true; NODE_ENV=production ENV=test cat /dev/null'
assert_says "$OUT" mine
assert_status 0
