# SPDX-License-Identifier: Apache-2.0
# An allow on a wrapper allows the wrapper, not what it runs. Threat 40.
. "$LIB/case.sh"
precious nest/egg
stand_in sudo
cat >policy.yaml <<'YAML'
version: 1
extends: [default]
rules:
  - {id: wrappers, when: {command: [time, nice, timeout, env, xargs, bash]}, decision: allow}
YAML
export GUARD_POLICY=$PWD/policy.yaml
for words in 'nice rm -rf nest' 'timeout 5 rm -rf nest' 'env A=1 rm -rf nest' 'nice timeout 5 env rm -rf nest'; do
  status=0
  # shellcheck disable=SC2086
  guard check -- $words >"$OUT" || status=$?
  [[ $status -eq 3 ]] || fail "the preview lets it run: $words"
  # shellcheck disable=SC2086
  guard_run --on-ask deny -- $words
  assert_untouched nest/egg
done
for line in 'time rm -rf nest' 'time sudo id' 'nice sudo id' 'env sudo id'; do
  guard_run --on-ask deny -- bash -c "$line"
  assert_untouched nest/egg
  assert_nothing_ran "$line"
done
for line in 'time rm -rf /' 'nice rm -rf /*' 'env A=1 time rm -rf ~'; do
  status=0
  guard check --shell "$line" >"$OUT" || status=$?
  [[ $status -eq 4 ]] || fail "the preview does not block: $line"
done
guard_run --on-ask deny -- nice timeout 5 echo through
assert_content "$OUT" through
