#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A model that follows a script, for agents that ask it by any of four wire formats (wire_formats.py).

usage: mock_model.py PORT_FILE TRANSCRIPT SCRIPT

SCRIPT is a JSON list of steps: {"shell": COMMAND}, {"write": PATH, "text": TEXT} or {"say": TEXT}. A
request that offers tools is answered by the step behind as many results of tools as it brings; after
the last step the answer is a closing text, so the agent ends. A request without tools (a title, a
guess of the next speaker) gets a word. The agent's tools are found by their names, their arguments
by their schemas.

Every request is appended to TRANSCRIPT, one JSON object a line: the target, the results of tools
that it brought, the body. The port is chosen by the kernel and written to PORT_FILE when the server
listens.
"""
import http.server
import json
import os
import sys

import wire_formats

CLOSING = "I have read the result."
SHELLS = ("bash", "Bash", "run_shell_command", "exec_command", "shell_command", "shell", "execute_command",
          "run_commands")
WRITERS = ("write", "Write", "write_file", "create", "editor", "apply_patch")


class NoTool(Exception):
    pass


def tool_among(offered, names):
    for name in names:
        if name in offered:
            return name
    raise NoTool(f"none of {names} is among {sorted(offered)}")


def shell_call(offered, command):
    name = tool_among(offered, SHELLS)
    known = (offered[name] or {}).get("properties", {})
    arguments = {"description": "as asked"} if "description" in known else {}
    if "commands" in known:
        return name, {"commands": [command]}
    if known.get("command", {}).get("type") == "array":
        return name, {**arguments, "command": ["bash", "-lc", command]}
    return name, {**arguments, "command" if "command" in known else "cmd": command}


def patch_that_adds(path, text):
    lines = "".join(f"+{line}\n" for line in text.splitlines())
    return f"*** Begin Patch\n*** Add File: {path}\n{lines}*** End Patch\n"


# An agent without a tool that writes has its patches from its shell tool, and applies them itself.
def write_call(offered, path, text):
    if not any(name in offered for name in WRITERS):
        return shell_call(offered, f"apply_patch <<'EOF'\n{patch_that_adds(path, text)}EOF\n")
    name = tool_among(offered, WRITERS)
    if name == "apply_patch":
        return name, patch_that_adds(path, text)
    known = offered[name].get("properties", {})
    arguments = {"command": "create"} if "command" in known else {}
    for word in ("file_path", "filePath", "path"):
        if word in known:
            arguments[word] = path
    for word in ("content", "file_text", "new_text"):
        if word in known:
            arguments[word] = text
    return name, arguments


def answer_to(wire, body, script):
    offered = wire.tools(body)
    done = len(wire.results(body))
    if not offered:
        return wire.text_answer("Fine")
    if done >= len(script):
        return wire.text_answer(CLOSING)
    step = script[done]
    if "call" in step:
        return wire.call_answer(step["call"], step["arguments"], done + 1)
    if "say" in step:
        return wire.text_answer(step["say"])
    if "write" in step:
        return wire.call_answer(*write_call(offered, step["write"], step["text"]), done + 1)
    return wire.call_answer(*shell_call(offered, step["shell"]), done + 1)


def as_event(name, value):
    data = value if isinstance(value, str) else json.dumps(value)
    return (f"event: {name}\n" if name else "") + f"data: {data}\n\n"


class Model(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        wire = wire_formats.format_of(self.path)
        if wire is None:
            # Counting tokens, telemetry: agents do without.
            return self.reply(404, "application/json", '{"error": {"message": "only a model"}}')
        body = json.loads(raw)
        self.server.note({"target": self.path, "results": wire.results(body), "body": body})
        try:
            parts = answer_to(wire, body, self.server.script)
        except NoTool as error:
            print(error, file=sys.stderr, flush=True)
            return self.reply(400, "application/json", json.dumps({"error": {"message": str(error)}}))
        if wire.streams(self.path, body):
            text = "".join(as_event(name, value) for name, value in wire.events(parts, body))
            return self.reply(200, "text/event-stream", text)
        return self.reply(200, "application/json", json.dumps(wire.whole(parts, body)))

    def do_GET(self):
        self.reply(200, "application/json", '{"object": "list", "data": [{"id": "mock", "object": "model"}]}')

    do_HEAD = do_GET

    def reply(self, status, kind, text):
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def log_message(self, *words):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, transcript, script):
        super().__init__(("127.0.0.1", 0), Model)
        self.transcript, self.script = transcript, script

    def note(self, request):
        with open(self.transcript, "a", encoding="utf-8") as transcript:
            transcript.write(json.dumps(request) + "\n")


def main():
    port_file, transcript, script = sys.argv[1:4]
    with open(script, encoding="utf-8") as file:
        server = Server(transcript, json.load(file))
    with open(port_file + ".new", "w", encoding="utf-8") as file:
        file.write(str(server.server_address[1]))
    os.rename(port_file + ".new", port_file)
    server.serve_forever()


if __name__ == "__main__":
    main()
