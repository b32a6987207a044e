# SPDX-License-Identifier: Apache-2.0
# guard inside guard, by whatever options, variables and depth: it joins the session outside and can
# only be stricter. Threat 60; T23.
. "$LIB/case.sh"
printf 'version: 1\nrules:\n  - {id: all, when: {act: [delete, write, rename]}, decision: allow}\n' >weak.yaml
weak="$GUARD run --policy weak.yaml --mode trusting --safe-mode off --on-ask allow"
stand_in sudo
lines=(
  "$weak -- rm -rf nest" "$weak -- bash -c 'rm -rf nest; sudo id'" "$weak -- python3 -c 'import shutil; shutil.rmtree(\"nest\")'" "$weak -- mv nest $HOME/taken"
  "$weak -- $weak -- rm -rf nest" "setsid -w $weak -- rm -rf nest" "env -i PATH=\$PATH HOME=\$HOME XDG_RUNTIME_DIR=\$XDG_RUNTIME_DIR $weak --state-dir elsewhere -- rm -rf nest"
  "GUARD_MODE=trusting GUARD_POLICY=weak.yaml GUARD_SAFE_MODE=off GUARD_ON_ASK=allow rm -rf nest" "GUARD_MODE=trusting GUARD_POLICY=weak.yaml GUARD_SAFE_MODE=off GUARD_ON_ASK=allow $GUARD run -- sudo id"
  "cp $GUARD mine; ./mine run --safe-mode off -- rm -rf nest"
)
for line in "${lines[@]}"; do
  precious nest/egg
  guard_run --on-ask deny -- timeout 30 bash -c "$line"
  assert_untouched nest/egg
  assert_nothing_ran "$line"
done
assert_recorded "'FS_DELETE_OVERWRITE' in r['categories'] and r['decision'] in ('ask', 'deny')"
printf 'version: 1\nextends: [default]\nrules:\n  - {id: no-tool, when: {command: tool}, decision: deny}\n' >strict.yaml
stand_in tool
guard_run --on-ask deny -- "$GUARD" run --policy strict.yaml -- bash -c 'tool; echo through'
assert_nothing_ran "denied by the guard inside"
assert_content "$OUT" through
