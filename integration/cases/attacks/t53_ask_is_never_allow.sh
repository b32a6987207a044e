# SPDX-License-Identifier: Apache-2.0
# Where nobody can be asked, what asks is denied; what is skipped on purpose is recorded as skipped.
# Threat 53.
. "$LIB/case.sh"
stand_in tool
cat >policy.yaml <<'YAML'
version: 1
extends: [default]
rules:
  - {id: ask-tool, when: {command: tool}, decision: ask}
  - {id: ask-write, when: {act: [write], path: "kept/**"}, decision: ask, tier: 3}
YAML
precious kept/f nest/egg
for options in '--on-ask deny' '--ci' '--ci --mode trusting' '--on-ask deny --mode trusting' '--on-ask deny --mode paranoid'; do
  # shellcheck disable=SC2086
  guard_run --policy policy.yaml $options -- bash -c 'tool; echo x >kept/f; rm -rf nest'
  assert_nothing_ran "$options"
  assert_untouched kept/f nest/egg
done
assert_recorded "r['rule'] == 'ask-tool' and r['decision'] in ('ask', 'deny') and r['outcome'] == 'refused'"
env GUARD_ON_ASK=deny "$GUARD" run --policy policy.yaml -- bash -c tool >"$OUT" 2>"$ERR" || true
assert_nothing_ran "by the environment"
# Tier 3 needs a person, whatever --on-ask says; tier 2 is recorded as skipped.
guard_run --policy policy.yaml --on-ask allow -- bash -c 'echo x >kept/f; tool'
assert_untouched kept/f
assert_content "$OUT" "tool ran"
assert_recorded "r['rule'] == 'ask-tool' and r['approval_status'] == 'skipped'"
