#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A model server for one conversation: POST /v1/chat/completions as an agent's provider speaks it.

usage: mock_model.py PORT_FILE TRANSCRIPT TOOL COMMAND

The first answer calls TOOL with {"command": COMMAND}; as soon as the agent sends a tool's result the
answer is a closing text, so the agent ends. Every request body is appended to TRANSCRIPT, one JSON
object a line. The port is chosen by the kernel and written to PORT_FILE when the server listens.
"""
import http.server
import json
import os
import sys

PORT_FILE, TRANSCRIPT, TOOL, COMMAND = sys.argv[1:5]


def deltas_for(request):
    """The parts of the answer, then the reason why it ended."""
    if any(message["role"] == "tool" for message in request["messages"]):
        return [{"role": "assistant", "content": "I have read the result."}], "stop"
    call = {
        "index": 0, "id": "call_1", "type": "function",
        "function": {"name": TOOL, "arguments": json.dumps({"command": COMMAND})},
    }
    return [{"role": "assistant", "content": None}, {"tool_calls": [call]}], "tool_calls"


def chunk(delta, finish=None):
    return {
        "id": "answer-1", "object": "chat.completion.chunk", "created": 0, "model": "mock",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }


class Model(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with open(TRANSCRIPT, "a", encoding="utf-8") as transcript:
            transcript.write(json.dumps(request) + "\n")
        deltas, finish = deltas_for(request)
        chunks = [chunk(delta) for delta in deltas] + [chunk({}, finish)]
        body = "".join(f"data: {json.dumps(one)}\n\n" for one in chunks) + "data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *words):
        pass


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    with open(PORT_FILE + ".new", "w", encoding="utf-8") as file:
        file.write(str(server.server_address[1]))
    os.rename(PORT_FILE + ".new", PORT_FILE)
    server.serve_forever()


if __name__ == "__main__":
    main()
