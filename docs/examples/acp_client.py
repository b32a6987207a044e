#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An editor's side of the Agent Client Protocol that has guard say which commands may run.

usage: acp_client.py PROMPT -- AGENT WORD...      acp_client.py "Clean up" -- qwen --acp

Starts the agent, gives it PROMPT in the current folder and prints what it says. Whenever the agent
asks for permission to run a command, `guard check` is asked: what would run is allowed, everything
else is rejected, with guard's reason on standard error. So is a permission that names no command.
"""
import json
import os
import subprocess
import sys

GUARD = os.environ.get("GUARD", "guard")


def command_of(tool_call):
    """The shell text that a tool call would run; None: it is no command, or does not say."""
    given = tool_call.get("rawInput") or {}
    return given.get("command") if isinstance(given.get("command"), str) else None


def may_run(command):
    judged = subprocess.run([GUARD, "check", "--cwd", os.getcwd(), "--shell", command], text=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if judged.returncode != 0:
        print(f"guard: {command}: {judged.stdout.strip()}", file=sys.stderr, flush=True)
    return judged.returncode == 0


def permission(params):
    command = command_of(params["toolCall"])
    wanted = "allow_once" if command is not None and may_run(command) else "reject_once"
    for option in params["options"]:
        if option["kind"] == wanted:
            return {"outcome": {"outcome": "selected", "optionId": option["optionId"]}}
    return {"outcome": {"outcome": "cancelled"}}


class Agent:
    def __init__(self, words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.next_id = 1

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def call(self, method, params):
        number, self.next_id = self.next_id, self.next_id + 1
        self.send({"id": number, "method": method, "params": params})
        for line in self.process.stdout:
            message = json.loads(line)
            if "method" in message:
                self.serve(message)
            elif message.get("id") == number:
                if "error" in message:
                    raise SystemExit(f"{method}: {message['error']}")
                return message["result"]
        raise SystemExit(f"{method}: the agent has ended")

    def serve(self, message):
        if message["method"] == "session/update":
            update = message["params"]["update"]
            if update.get("sessionUpdate") == "agent_message_chunk":
                print(update["content"].get("text", ""), end="", flush=True)
        elif message["method"] == "session/request_permission":
            self.send({"id": message["id"], "result": permission(message["params"])})
        elif "id" in message:
            self.send({"id": message["id"], "error": {"code": -32601, "message": "not offered"}})

    def end(self):
        try:
            self.process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def main():
    at = sys.argv.index("--") if "--" in sys.argv else 0
    if at != 2 or len(sys.argv) < 4:
        raise SystemExit(__doc__)
    agent = Agent(sys.argv[3:])
    agent.call("initialize", {"protocolVersion": 1, "clientCapabilities": {}})
    session = agent.call("session/new", {"cwd": os.getcwd(), "mcpServers": []})
    agent.call("session/prompt", {"sessionId": session["sessionId"],
                                  "prompt": [{"type": "text", "text": sys.argv[1]}]})
    print()
    agent.end()


if __name__ == "__main__":
    main()
