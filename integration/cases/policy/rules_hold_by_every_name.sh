# SPDX-License-Identifier: Apache-2.0
# A file that a rule denies, or that steers programs, has another name in the workspace since before the
# session: whoever changes it by that name is judged by the guarded one. A file that has two names and
# is not guarded stays free; a rule that denies reads holds for an open that also writes.
. "$LIB/case.sh"
with_undo
mkdir -p db/m .vscode free sec
echo one >db/m/1
ln db/m/1 hl
echo '{}' >.vscode/tasks.json
ln .vscode/tasks.json tasks
echo 'export A=1' >"$HOME/.bashrc"
ln "$HOME/.bashrc" rc
echo free >free/a
ln free/a free/b
echo secret-$RANDOM >sec/f
ln sec/f pl
cat >"$CASE_ROOM/policy.yaml" <<'YAML'
version: 1
paths: {secret: ["sec/**"]}
rules:
  - {id: migrations, when: {act: [write, delete, rename, metadata], path: "db/m/**"}, decision: deny}
  - {id: no-read, when: {act: read, path: "sec/**"}, decision: deny}
YAML
guard_run --policy "$CASE_ROOM/policy.yaml" --on-ask deny -- bash -c '
  for each in hl tasks rc; do
    echo EVIL >>$each && echo "appended $each"
    : >$each && echo "emptied $each"
    chmod 777 $each && echo "opened $each"
    python3 -c "import os, sys; os.truncate(sys.argv[1], 0); print(\"truncated\", sys.argv[1])" $each
  done
  cat 0<>pl && echo "read pl"
  echo more >>free/b && echo "went on"'
assert_silent "$OUT" appended emptied opened truncated "read pl"
assert_says "$OUT" "went on"
assert_content hl one
assert_content tasks '{}'
assert_content rc 'export A=1'
assert_recorded "r['rule'] == 'migrations' and r['decision'] == 'deny' and r['objects'][0].endswith('/db/m/1')"
assert_recorded "r['rule'] == 'no-read' and r['decision'] == 'deny'"
assert_recorded "r['objects'] and r['objects'][0].endswith('/.bashrc') and r['outcome'] == 'refused'"
