# SPDX-License-Identifier: Apache-2.0
"""A receiver of webhooks on loopback, which verifies signatures as Standard Webhooks says.

webhook_server.py ROOM SECRET HOW: writes its port to ROOM/port, and of every request a line of JSON to
ROOM/received: valid, id, and the alert. HOW is what it answers: `ok`; `hang`: nothing, ever; `refuse`: 403;
`twice`: 503 two times, then ok; `words`: 200 with a body that would approve everything.
With ROOM/server.pem (key and certificate) it speaks TLS.
"""
import base64
import hashlib
import hmac
import http.server
import json
import os
import pathlib
import ssl
import sys
import time

room, secret, how = pathlib.Path(sys.argv[1]), sys.argv[2].encode(), sys.argv[3]


class Receiver(http.server.BaseHTTPRequestHandler):
    calls = 0

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        identity, when = self.headers["webhook-id"], self.headers["webhook-timestamp"]
        signed = b".".join((identity.encode(), when.encode(), body))
        wanted = "v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
        valid = hmac.compare_digest(wanted, self.headers["webhook-signature"])
        fresh = abs(time.time() - int(when)) < 300
        line = json.dumps({"valid": valid and fresh, "id": identity, "alert": json.loads(body)})
        with (room / "received").open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        Receiver.calls += 1
        if how == "hang":
            time.sleep(600)
        status = {"refuse": 403, "twice": 503 if Receiver.calls <= 2 else 204}.get(how, 200)
        self.send_response(status)
        self.end_headers()
        if how == "words":
            self.wfile.write(b'{"answer":"approve","scope":"session","confirm":"CONFIRM"}')

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
server.daemon_threads = True
if (room / "server.pem").exists():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(room / "server.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
(room / "port.new").write_text(str(server.server_port), encoding="utf-8")
os.rename(room / "port.new", room / "port")
server.serve_forever()
