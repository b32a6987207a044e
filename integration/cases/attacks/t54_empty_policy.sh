# SPDX-License-Identifier: Apache-2.0
# A policy that says nothing leaves the built-in judgement; no policy, or one that cannot be had, is
# no permission. Threat 54.
. "$LIB/case.sh"
precious nest/egg
printf 'version: 1\n' >empty.yaml
printf 'version: 1\nextends: []\nrules: []\n' >nothing.yaml
for file in empty.yaml nothing.yaml; do
  for line in 'rm -rf nest' "python3 -c 'import shutil; shutil.rmtree(\"nest\")'" 'mv nest "$HOME/x"' "$PROGRAMS/call_unlink nest/egg"; do
    guard_run --policy "$file" --on-ask deny -- bash -c "$line"
    assert_untouched nest/egg
  done
  guard_run --policy "$file" --on-ask deny -- bash -c 'touch a; rm a; echo fine'
  assert_content "$OUT" fine
done
assert_recorded "r['act'] == 'delete' and r['decision'] in ('ask', 'deny')"
: >void.yaml
for file in void.yaml /dev/null missing.yaml .; do
  guard_run --policy "$file" -- touch ran
  assert_refused_to_start 125 "${file##*/}"
done
