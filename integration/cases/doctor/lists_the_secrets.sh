# SPDX-License-Identifier: Apache-2.0
# guard doctor counts the secrets that a run here would hold, and --secrets lists them: path and reason, names of
# variables, never a value. A run asks about each secret that it lists.
. "$LIB/case.sh"
mkdir -p "$HOME/.aws" vault sub
trap 'rm -rf "$HOME/.aws"' EXIT
echo canary-aws >"$HOME/.aws/credentials"
echo TOKEN=canary-env >sub/.env
echo canary-vault >vault/plain
echo nothing >ordinary
cat >"$CASE_ROOM/p.yaml" <<'YAML'
paths: {secret: ["vault/**"]}
environment: {drop: ["*_TOKEN"]}
YAML
export GUARD_POLICY=$CASE_ROOM/p.yaml NPM_TOKEN=canary-variable
guard doctor >"$OUT" || true
assert_says "$OUT" 'guard doctor --secrets lists all'
count=$(sed -n 's/^  secrets: \([0-9]*\) files\{0,1\} found here.*/\1/p' "$OUT")
guard doctor --secrets >"$OUT"
assert_says "$OUT" "$count file"
assert_says "$OUT" '~/.aws/credentials  (usual place: ~/.aws/credentials)'
assert_says "$OUT" 'sub/.env  (usual name: .env)'
assert_says "$OUT" 'vault/plain  (named by the policy: '
assert_says "$OUT" '1 variable would not reach the command'
assert_says "$OUT" '  NPM_TOKEN'
assert_silent "$OUT" 'canary'
assert_silent "$OUT" 'ordinary'
guard doctor --secrets --json >"$OUT"
assert_silent "$OUT" 'canary'
QUESTION=$(<"$OUT")
[[ $(json_of "len(data['files'])") == "$count" ]] || fail "counts otherwise: $QUESTION"
[[ $(json_of "[f['why'] for f in data['files'] if f['path'] == '$PWD/sub/.env' and f['held']]") == '["usual name: .env"]' ]] || fail "says $QUESTION"
[[ $(json_of "data['environment_dropped']") == '["NPM_TOKEN"]' ]] || fail "says $QUESTION"
for path in "$HOME/.aws/credentials" sub/.env vault/plain; do
  guard_run --on-ask deny -- cat "$path"
  assert_status_not 0
  assert_silent "$OUT" canary
done
# A session shows its own to nobody in it.
guard_run -- "$GUARD" doctor --secrets
assert_status 1
assert_says "$ERR" 'run it outside'
printf 'secrets: {reads: off}\n' >"$CASE_ROOM/p.yaml"
guard doctor --secrets >"$OUT"
assert_says "$OUT" 'a run holds none'
