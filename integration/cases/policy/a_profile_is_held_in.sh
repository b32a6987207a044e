# SPDX-License-Identifier: Apache-2.0
# A profile names what is an agent's alone, or does not load; what an earlier file locked it does not widen. The
# commands that judge without a run take one too, and a run inside another says that it does not.
. "$LIB/case.sh"
precious notes
mkdir -p "$HOME/.claude"
profile() { printf 'version: 1\nprofiles:\n  mine: {command: mine, %s}\n' "$1" >"$CASE_ROOM/mine.yaml"; }
refused() { # WORD: what is said
  guard_run --profile "$CASE_ROOM/mine.yaml" -- true
  assert_status 125
  assert_says "$ERR" "$1"
}
profile 'state: ~/.ssh'
refused "mine.yaml:3:32: state: ~/.ssh lies where secrets are kept"
profile 'hosts: "*"'
refused 'is every host'

mkdir -p "$XDG_CONFIG_HOME/guard"
printf 'version: 1\nlocked: [network, paths]\n' >"$XDG_CONFIG_HOME/guard/policy.yaml"
profile 'hosts: example.org'
refused "hosts: example.org: network is locked by $XDG_CONFIG_HOME/guard/policy.yaml:2"
profile 'state: ~/.mine'
refused "state: ~/.mine: paths is locked by"
guard_run --profile claude -- true
assert_status 125
assert_says "$ERR" "network is locked by"
rm "$XDG_CONFIG_HOME/guard/policy.yaml"

# Checked as in a run of that agent.
would() { # STATUS WORD...
  local wanted=$1 is=0
  shift
  guard "$@" >"$OUT" 2>"$ERR" || is=$?
  [[ $is == "$wanted" ]] || fail "guard $*: status $is: $(cat "$OUT" "$ERR")"
}
would 3 check -- cp notes "$HOME/.claude/note"
would 0 check --profile claude -- cp notes "$HOME/.claude/note"
GUARD_PROFILE=claude would 0 check -- cp notes "$HOME/.claude/note"
would 3 check --profile claude -- cp notes "$HOME/.claude/settings.json"
would 125 check --profile claud -- true
assert_says "$ERR" "did you mean claude?"
would 0 policy explain --profile claude -- cp notes "$HOME/.claude/note"
assert_says "$OUT" "would run"

# A hook is its agent's.
hear() { # WORD...
  python3 -B -c 'import json, os, sys
print(json.dumps({"session_id": "s", "cwd": os.getcwd(), "hook_event_name": "PreToolUse", "tool_name": "Bash",
                  "tool_input": {"command": "cp notes ~/.claude/note"}}))' | guard hook "$@" >"$OUT"
}
hear claude
assert_silent "$OUT" permissionDecision
hear claude --profile none
assert_says "$OUT" '"ask"'

# Inside another run there is none, and that is said.
guard_run --on-ask deny -- bash -c '"$0" run --profile claude -- cp notes ~/.claude/note' "$GUARD"
assert_says "$ERR" "the profile claude is not applied"
assert_missing "$HOME/.claude/note"
