# SPDX-License-Identifier: Apache-2.0
# Whatever starts it, at whatever depth, a program is judged when it starts, by what it is: an
# allowed shell or agent does not cover it. Threats 7, 8, 9, 10.
. "$LIB/case.sh"
stand_in sudo shutdown gh agent_tool
cat >policy.yaml <<'YAML'
version: 1
extends: [default]
rules:
  - {id: shells, when: {command: [sh, bash, dash]}, decision: allow}
  - {id: no-shutdown, when: {command: shutdown}, decision: deny}
  - {id: no-new-repositories, when: {command: gh, sub: repo create}, decision: deny}
YAML
printf '#!/bin/sh\n"$@"\n' >agent
printf 'all:\n\tsudo id\n' >Makefile
chmod +x agent
lines=(
  'sudo id' 'echo id | xargs sudo' 'find . -maxdepth 0 -exec sudo id \;' 'echo x | sudo id' 'bash -c "echo x | sudo id"' '(sudo id)' 'sudo id &
wait' '$(sudo id)' './agent sudo id' 'sh ./agent ./agent sudo id' 'make -s' 'setsid -w sudo id' "awk 'BEGIN { system(\"sudo id\") }'"
  "python3 -c 'import subprocess; subprocess.run([\"sudo\", \"id\"])'" "python3 -c 'import os; os.execvp(\"sudo\", [\"x\", \"id\"])'"
  "perl -e 'system(\"sudo\", \"id\")'" 'sh -c "shutdown now"' './agent shutdown now' 'dash -c "sh -c \"shutdown now\""'
  './agent gh repo create x' "sh -c 'gh repo create x'" 'gh -R a/b repo create x' "$PROGRAMS/exec_from_thread bin/sudo id"
  "$PROGRAMS/call_execve_static bin/shutdown now"
)
for line in "${lines[@]}"; do
  guard_run --policy policy.yaml --on-ask deny -- bash -c "$line"
  assert_nothing_ran "$line"
done
guard_run --policy policy.yaml --on-ask deny -- ./agent sudo id
assert_nothing_ran "as the command"
assert_recorded "r['act'] == 'exec' and 'SUDO' in r['categories'] and r['decision'] in ('ask', 'deny')"
assert_recorded "r['act'] == 'exec' and r['rule'] == 'no-shutdown'"
assert_recorded "r['act'] == 'exec' and r['rule'] == 'no-new-repositories'"
guard_run --policy policy.yaml --on-ask deny -- sh -c 'sh ./agent ./agent agent_tool'
assert_content "$OUT" "agent_tool ran"
