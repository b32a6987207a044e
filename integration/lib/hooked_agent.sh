# SPDX-License-Identifier: Apache-2.0
# Real agents that ask guard by what their settings have: hooks, tools, a plugin. No guard run unless a case says so.
# . "$LIB/hooked_agent.sh" after case.sh.
#
#   needs_agent PROGRAM        skips the case where its package is not installed
#   agent_hears_its_hook NAME  what every agent with a hook has to show
#   run_agent                  "${agent[@]}" to its end, without a terminal
[[ -e $AGENTS/wire_formats.py ]] || skip "the model speaks one wire format only"
. "$LIB/agent.sh"
mkdir -p "$ELSEWHERE"

needs_agent() { type -P "$1" >/dev/null || skip "$1 is not among the packages of integration/agents"; }

run_agent() { "${agent[@]}" >"$OUT" 2>"$ERR" </dev/null || fail "${agent[0]} ended with $?: $(<"$OUT")"; }

# Results of tools; what was refused may have come as an error of the call.
model_heard() { grep -qF -- "$1" "$TRANSCRIPT" || fail "the model did not hear '$1': $(tail -1 "$TRANSCRIPT")"; }

# codex wants a person to have looked at new hooks.
with_its_hook() {
  use_agent "$1"
  guard hook "$1" --install --yes >/dev/null
  [[ $1 != codex ]] || agent=("${agent[@]:0:2}" --dangerously-bypass-hook-trust "${agent[@]:2}")
}

agent_hears_its_hook() {
  precious tmp_a/one tmp_b/two tmp_important_backup/three
  start_model "$(shell_step 'rm -r ./tmp_*')" "$(shell_step 'mkdir made && rm -r made && echo it-ran')"
  with_its_hook "$1"
  run_agent
  assert_untouched tmp_a/one tmp_b/two tmp_important_backup/three
  model_heard "[fs.delete.wildcard]"
  model_heard "Ask the user"
  tool_results >"$CASE_ROOM/told"
  assert_says "$CASE_ROOM/told" it-ran

  # A command that cannot be judged does not run, and the model hears why.
  start_model "$(shell_step 'echo it-ran >ran')"
  with_its_hook "$1"
  GUARD_POLICY=p.yaml run_agent
  assert_missing ran
  model_heard "this command cannot be judged, so it is refused: the policy's path must be absolute"
}
