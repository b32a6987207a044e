# SPDX-License-Identifier: Apache-2.0
# A pattern whose files are not all looked for, and one that names a folder, are told by the run, by
# guard doctor and by guard check: by a run once a day, and not what -q leaves out.
. "$LIB/case.sh"
far=$(mktemp -d /var/tmp/guard-it-named.XXXXXX)
opt=$(mktemp -d /opt/guard-it-named.XXXXXX 2>/dev/null || true)
trap 'rm -rf "$far" ${opt:+"$opt"}' EXIT
mkdir -p "$far/sec"
echo canary >"$far/sec/file"
cat >"$CASE_ROOM/named.yaml" <<YAML
paths: {secret: ["**/*.sealed", "$far/sec"]}
YAML
guard_run --policy "$CASE_ROOM/named.yaml" --on-ask deny -- true
assert_status 0
if [[ ${GUARD_BACKEND:-} != ptrace ]]; then
  assert_says "$ERR" '**/*.sealed is held in the workspace, the home, the scratch folders and /etc; elsewhere it is read unasked'
fi
assert_says "$ERR" "$far/sec is a folder, and what lies in it is read unasked: write $far/sec/**"
# Once a day, and not with -q.
guard_run --policy "$CASE_ROOM/named.yaml" --on-ask deny -- true
for text in 'is held in the workspace' 'is a folder, and what lies in it' 'the search for the secrets'; do
  assert_silent "$ERR" "$text"
done
echo 'paths: {secret: ["**/*.shut"]}' >"$CASE_ROOM/quiet.yaml"
guard_run -q --policy "$CASE_ROOM/quiet.yaml" --on-ask deny -- true
assert_silent "$ERR" guard:
GUARD_POLICY=$CASE_ROOM/named.yaml guard doctor >"$OUT" || true
assert_says "$OUT" "$far/sec is a folder"
assert_says "$OUT" '**/*.sealed is held in the workspace'
if [[ -n $opt && ${GUARD_BACKEND:-} != ptrace ]]; then
  echo canary >"$opt/x.sealed"
  status=0
  guard check --policy "$CASE_ROOM/named.yaml" -- cat "$opt/x.sealed" >"$OUT" || status=$?
  assert_status 3
  assert_says "$OUT" "$opt/x.sealed cannot be held here: a run reads it unasked"
fi
echo canary >x.sealed
guard check --policy "$CASE_ROOM/named.yaml" -- cat x.sealed >"$OUT" || true
assert_silent "$OUT" 'cannot be held'
