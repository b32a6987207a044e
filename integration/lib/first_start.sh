# SPDX-License-Identifier: Apache-2.0
# Agents in a home where they have never been. Sourced after agent.sh.
#
#   starts_in_an_empty_home NAME   twice in a row, headless, with one harmless command: nothing is asked

# Each agent is told where the model is, by its environment or its own words where it takes them.
first_claude() { use_claude && agent=(claude -p --permission-mode acceptEdits --allowedTools Bash -- "$PROMPT"); }
first_qwen() { use_qwen && agent=(qwen --auth-type openai --yolo -p "$PROMPT"); }
first_copilot() {
  export COPILOT_OFFLINE=true COPILOT_PROVIDER_BASE_URL=$MODEL/v1 COPILOT_PROVIDER_API_KEY=none COPILOT_MODEL=mock
  agent=(copilot -p "$PROMPT" --allow-all-tools)
}
# Where github.com is not there it tries another host for its plugins, which no profile allows.
first_codex() {
  agent=(codex exec --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox -c 'model="mock"' -c 'model_provider="mock"'
    -c features.plugins=false
    -c "model_providers.mock={name=\"mock\", base_url=\"$MODEL/v1\", wire_api=\"responses\"}" "$PROMPT")
}
# A file of its user's, in an older form, which it writes anew.
first_gemini() {
  export GOOGLE_GEMINI_BASE_URL=$MODEL GEMINI_API_KEY=none GEMINI_CLI_TRUST_WORKSPACE=true
  mkdir -p "$HOME/.gemini"
  [[ -e $HOME/.gemini/settings.json ]] ||
    printf '{"security": {"auth": {"selectedType": "gemini-api-key"}}, "general": {"disableAutoUpdate": true}}\n' \
      >"$HOME/.gemini/settings.json"
  agent=(gemini --yolo -m gemini-2.5-pro -p "$PROMPT")
}
first_pi() { use_pi; }
first_opencode() {
  export OPENCODE_DISABLE_MODELS_FETCH=1 OPENCODE_DISABLE_AUTOUPDATE=1
  OPENCODE_CONFIG_CONTENT=$(
    cat <<JSON
{"model": "mock/mock", "small_model": "mock/mock", "autoupdate": false, "share": "disabled",
 "permission": {"edit": "allow", "bash": "allow", "external_directory": "allow"},
 "provider": {"mock": {"npm": "@ai-sdk/openai-compatible", "name": "mock",
   "options": {"baseURL": "$MODEL/v1", "apiKey": "none"}, "models": {"mock": {"name": "mock", "tool_call": true}}}}}
JSON
  )
  export OPENCODE_CONFIG_CONTENT
  agent=(opencode run "$PROMPT")
}
# Signed in under guard, as a person would who guards it from the first word on.
first_cline() {
  export CLINE_SESSION_BACKEND_MODE=local
  if [[ ! -e $HOME/.cline ]]; then
    guard_run --on-ask deny -- cline auth --provider openai-compatible --apikey none --baseurl "$MODEL/v1" --modelid mock
    assert_status 0
  fi
  agent=(cline "$PROMPT")
}

starts_in_an_empty_home() { # NAME
  local turn
  with_undo
  for turn in first second; do
    start_model "$(shell_step 'echo first-command')"
    "first_$1"
    guard_run --on-ask deny -- "${agent[@]}"
    assert_status 0
    tool_results >"$CASE_ROOM/told"
    assert_says "$CASE_ROOM/told" "first-command"
    assert_nothing_asked
  done
}
