# SPDX-License-Identifier: Apache-2.0
# A command that is refused in every mode is denied; one that would be asked about is asked (or denied, where an
# agent takes "ask" for "run"); one that would run is left to the agent; one that cannot be judged is refused.
# Inside a session nothing is asked twice: guard itself asks when it comes to that.
. "$LIB/case.sh"
precious tmp_a/1 tmp_b/2
says() { # AGENT COMMAND
  status=0
  python3 -B -c 'import json, sys
tool = {"gemini": "run_shell_command", "qwen": "run_shell_command"}.get(sys.argv[1], "Bash")
given = {"tool_name": tool, "tool_input": {"command": sys.argv[2]}, "cwd": sys.argv[3]}
if sys.argv[1] == "copilot":
    given = {"toolName": "bash", "toolArgs": json.dumps(given["tool_input"]), "cwd": sys.argv[3]}
print(json.dumps(given))' "$1" "$2" "$PWD" | guard hook "$1" >"$OUT" 2>"$ERR" || status=$?
}
for agent in claude qwen copilot; do
  says "$agent" 'rm -rf ./tmp_*'
  assert_status 0
  assert_says "$OUT" '"permissionDecision":"ask"'
  assert_says "$OUT" 'fs.delete.wildcard'
done
for agent in codex gemini; do
  says "$agent" 'rm -rf ./tmp_*'
  assert_status 0
  assert_says "$OUT" 'deny'
  assert_says "$OUT" 'A person must approve it'
done
for agent in claude codex gemini qwen copilot; do
  says "$agent" 'rm -rf /'
  assert_status 0
  assert_says "$OUT" 'deny'
  says "$agent" 'ls -l'
  assert_status 0
  [[ ! -s $OUT ]] || fail "$agent: what would run is answered: $(<"$OUT")"
  status=0
  echo '{"half' | guard hook "$agent" >"$OUT" 2>"$ERR" || status=$?
  assert_status 2
  assert_says "$ERR" "cannot be judged"
  assert_says "$OUT" deny
  assert_says "$OUT" "cannot be judged"
done
# The agent names the folder, and with it no policy.
printf 'version: 1\nextends: [default]\nrules: [{id: all, when: {command: rm}, decision: allow}]\n' >p.yaml
export GUARD_POLICY=p.yaml
says claude 'rm -rf ./tmp_*'
assert_status 2
assert_says "$ERR" "the policy's path must be absolute: p.yaml"
unset GUARD_POLICY
# As a child of the agent, which is in the session.
cat >ask.sh <<'SH'
for command in 'rm -rf ./tmp_*' 'rm -rf /'; do
  printf '{"tool_name":"Bash","tool_input":{"command":"%s"},"cwd":"%s"}' "$command" "$PWD" | "$0" hook claude
  echo "status $?"
done
SH
guard_run --on-ask deny -- bash -c '. ./ask.sh' "$GUARD"
assert_status 0
[[ $(grep -c '^status 0$' "$OUT") -eq 2 ]] || fail "inside: $(<"$OUT")"
assert_says "$OUT" '"permissionDecision":"deny"'
assert_says "$OUT" 'Instead: Name exactly what is meant'
assert_silent "$OUT" '"permissionDecision":"ask"'
assert_untouched tmp_a/1 tmp_b/2
