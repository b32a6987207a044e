# SPDX-License-Identifier: Apache-2.0
"""A web server with ETags: https_server.py FOLDER CERTIFICATE PLACE. Writes its port to PLACE/port and a line for each
answer to PLACE/answers. PLACE/how says what is wrong with it: "cut" (half of a body), "hang", "big", "busy" (503).
"""
import hashlib
import http.server
import pathlib
import ssl
import sys
import time

FOLDER, CERTIFICATE, PLACE = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def told(self, status):
        with open(PLACE / "answers", "a", encoding="utf-8") as answers:
            answers.write(f"{status} {self.path} {self.headers.get('X-Token', '-')}\n")
        self.send_response(status)

    def do_GET(self):
        how = (PLACE / "how").read_text().strip() if (PLACE / "how").exists() else ""
        if how == "hang":
            time.sleep(60)
        file = pathlib.Path(FOLDER) / self.path.lstrip("/")
        if not file.is_file() or how == "busy":
            self.told(503 if how == "busy" else 404)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        body = file.read_bytes() if how != "big" else b"#" * 3_000_000
        etag = f'"{hashlib.sha256(body).hexdigest()[:12]}"'
        if self.headers.get("If-None-Match") == etag:
            self.told(304)
            self.send_header("ETag", etag)
            self.end_headers()
            return
        self.told(200)
        self.send_header("ETag", etag)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if how == "cut" else body)
        self.close_connection = True


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(CERTIFICATE)
server = Server(("127.0.0.1", 0), Handler)
server.socket = context.wrap_socket(server.socket, server_side=True)
(PLACE / "port").write_text(str(server.server_address[1]))
server.serve_forever()
