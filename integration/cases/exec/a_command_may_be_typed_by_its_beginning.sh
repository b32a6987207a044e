# SPDX-License-Identifier: Apache-2.0
# npm, gem and hg take the beginning of a command for it, cargo a toolchain before it, tar its letters without a dash: each is
# the command that it runs as, for guard's own rows and for the rules of a policy.
. "$LIB/case.sh"
stand_in gem hg cargo tar
mkdir -p bin
printf '#!/bin/sh\necho "npm $*" >>%q\n' "$RAN" >bin/npm
chmod +x bin/npm
for command in "npm pub" "npm publi" "npm unpub x" "npm distT add x y" "gem pus x.gem" "hg pus" "cargo +nightly publish" "cargo +stable yank x"; do
  guard_run --on-ask deny -- $command
  assert_status_not 0
  assert_says "$ERR" "denied $command"
  assert_nothing_ran "$command"
done
guard_run --on-ask deny -- npm t
assert_status 0
rm -f "$RAN"
cat >policy.yaml <<'YAML'
version: 1
rules:
  - {id: no-run, when: {command: npm, sub: run}, decision: deny}
  - {id: no-build, when: {command: cargo, sub: build}, decision: deny}
  - {id: no-unpacking, when: {command: tar, flags: [x]}, decision: deny}
YAML
for command in "npm run x" "npm run-s x" "npm runS x" "cargo +nightly build" "tar xf a.tar" "tar -xf a.tar" "tar fx a.tar"; do
  guard_run --policy policy.yaml -- $command
  assert_status_not 0
  assert_says "$ERR" "(rule no-"
  assert_nothing_ran "$command"
done
[[ $(guard policy validate policy.yaml 2>&1) != *"does not know the subcommand"* ]] || fail "$(guard policy validate policy.yaml 2>&1)"
