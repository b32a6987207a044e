#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The step of action.yml that runs a command: $GUARD_CI_RUN, a bash script, by $GUARD_CI_MODE and
# $GUARD_CI_POLICY. Its reports lie in $RUNNER_TEMP/guard, where the command cannot write.
set -euo pipefail

reports=$RUNNER_TEMP/guard
mkdir -p "$reports"
session=ci-${GITHUB_RUN_ID:-0}-${GITHUB_RUN_ATTEMPT:-0}-$$
words=(--session "$session" --report "$reports/guard.sarif" --report "$reports/guard.xml"
  --learn "$reports/learned.yaml")
[[ -z $GUARD_CI_POLICY ]] || words+=(--policy "$GUARD_CI_POLICY")
case $GUARD_CI_MODE in
enforce) words+=(--ci --report "md:$GITHUB_STEP_SUMMARY") ;;
audit) words+=(--on-ask allow --fail-on never) ;;
*)
  echo "mode: $GUARD_CI_MODE is neither enforce nor audit" >&2
  exit 2
  ;;
esac

status=0
guard run "${words[@]}" -- bash -eo pipefail -c "$GUARD_CI_RUN" || status=$?
[[ $GUARD_CI_MODE != audit ]] ||
  guard audit report "$session" --format md >>"$GITHUB_STEP_SUMMARY" ||
  echo "no report of $session" >&2
printf 'learned=%s\n' "$reports/learned.yaml" >>"$GITHUB_OUTPUT"
exit "$status"
