# SPDX-License-Identifier: Apache-2.0
# The policy files that a run goes by steer the next run: the tree may not write, replace, delete, move or link them
# unasked, by any of their names, wherever they lie. A file of the same kind that no run goes by is an ordinary one.
. "$LIB/case.sh"
with_undo
mkdir -p ci/sub real
text='rules: [{id: quiet, when: {path: "none/**"}, decision: deny}]'
printf '%s\n' "$text" | tee ci/gate.yaml real/gate.yaml >other.yaml
ln -s real/gate.yaml linked.yaml
printf 'mode: trusting\n' >loose.yaml

unchanged() { # FILE [COMMAND]
  [[ -e $1 && $(<"$1") == "$text" ]] || fail "$1 was changed: ${2:-}"
}
refused() { # POLICY FILE COMMAND
  guard_run --policy "$1" --on-ask deny -- bash -c "$3"
  unchanged "$2" "$3"
  assert_recorded "r['decision'] != 'allow' and 'FS_CONFIG_SECRETS' in r['categories']"
}

for command in 'echo "mode: trusting" >ci/gate.yaml' 'echo >>ci/gate.yaml' 'cp loose.yaml ci/gate.yaml' 'mv loose.yaml ci/gate.yaml' \
  'rm ci/gate.yaml' 'mv ci/gate.yaml ci/away' 'mv ci moved' 'ln -sf ../loose.yaml ci/gate.yaml' 'ln ci/gate.yaml x && echo >>x' \
  'rm -r ci' 'truncate -s 0 ci/gate.yaml' 'cd ci/sub && echo >../gate.yaml'; do
  refused ci/gate.yaml ci/gate.yaml "$command"
  refused "$PWD/ci/gate.yaml" ci/gate.yaml "$command"
  assert_missing x
done
GUARD_POLICY=ci/../ci/gate.yaml refused ci/../ci/gate.yaml ci/gate.yaml 'echo >ci/gate.yaml'

# Through a link: the link, and what it leads to.
for command in 'echo >linked.yaml' 'echo >real/gate.yaml' 'ln -sf loose.yaml linked.yaml' 'rm linked.yaml' 'mv real elsewhere'; do
  refused linked.yaml real/gate.yaml "$command"
  [[ -L linked.yaml ]] || fail "the link went: $command"
done

# By the variable, and a profile's file.
export GUARD_POLICY=ci/gate.yaml
guard_run --on-ask deny -- bash -c 'echo >ci/gate.yaml'
unchanged ci/gate.yaml
unset GUARD_POLICY
printf 'profiles: {mine: {command: mine, state: ["~/.mine"]}}\n' >mine.yaml
guard_run --profile ./mine.yaml --on-ask deny -- bash -c 'echo >mine.yaml'
[[ $(<mine.yaml) == profiles:* ]] || fail "the profile was changed"

# A file that the run does not go by is the project's own.
guard_run --policy ci/gate.yaml --on-ask deny -- bash -c 'echo >other.yaml; echo >linked.yaml'
assert_status 0
[[ -z $(<other.yaml) && -z $(<real/gate.yaml) ]] || fail "an ordinary file was held"

# guard check says so.
status=0
guard check --policy ci/gate.yaml -- rm ci/gate.yaml >"$OUT" || status=$?
assert_status 3
assert_says "$OUT" FS_CONFIG_SECRETS
