# SPDX-License-Identifier: Apache-2.0
"""log_receiver.py KIND ROOM [HOW]: takes records as the receiver of a sink and adds each as a line to ROOM/arrived.
Its port (or socket) is told in ROOM/port; KIND is udp, tcp, tls, journald or otlp. HOW: `hang` takes connections
and reads nothing; `refuse` answers 503; `partial` answers that one record was refused."""
import array
import http.server
import json
import os
import socket
import ssl
import sys

kind, room = sys.argv[1:3]
how = sys.argv[3] if len(sys.argv) > 3 else "ok"


def tell_port(port):
    with open(room + "/port.new", "w", encoding="utf-8") as file:
        file.write(str(port))
    os.rename(room + "/port.new", room + "/port")


def keep(line):
    with open(room + "/arrived", "ab") as file:
        file.write(line.rstrip(b"\n") + b"\n")


def wanted_port():
    try:
        with open(room + "/port", encoding="utf-8") as file:
            return int(file.read() or 0)
    except FileNotFoundError:
        return 0


def octet_counted(data):
    while data:
        length, rest = data.split(b" ", 1)
        yield rest[: int(length)]
        data = rest[int(length):]


def serve_stream(tls):
    server = socket.create_server(("127.0.0.1", wanted_port()))
    tell_port(server.getsockname()[1])
    context = None
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(room + "/server.pem")
    kept = []
    while True:
        connection, _ = server.accept()
        if how == "hang":
            kept.append(connection)
            continue
        try:
            if context:
                connection = context.wrap_socket(connection, server_side=True)
            data = b"".join(iter(lambda c=connection: c.recv(65536), b""))
            for message in octet_counted(data):
                keep(message)
            if context:
                connection = connection.unwrap()
        except (OSError, ssl.SSLError, ValueError) as error:
            print(error, file=sys.stderr)
        connection.close()


def serve_udp():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", wanted_port()))
        tell_port(server.getsockname()[1])
        while True:
            keep(server.recv(65536))


def fields_of(entry):
    fields = {}
    while entry:
        line, _, rest = entry.partition(b"\n")
        name, equals, value = line.partition(b"=")
        if not equals:
            length = int.from_bytes(rest[:8], "little")
            value, rest = rest[8 : 8 + length], rest[8 + length + 1 :]
        fields[name.decode()] = value.decode()
        entry = rest
    return fields


def serve_journal():
    path = room + "/journal"
    if os.path.exists(path):
        os.unlink(path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
        server.bind(path)
        tell_port(0)
        while True:
            entry, control, _, _ = server.recvmsg(1 << 20, socket.CMSG_SPACE(4))
            if control:
                number = array.array("i", control[0][2])[0]
                with open(number, "rb") as file:
                    file.seek(0)
                    entry = file.read()
            keep(json.dumps(fields_of(entry)).encode())


class Collector(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        answer = b"{}"
        if how == "partial":
            answer = b'{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"too large"}}'
        if how != "refuse":
            keep(body)
            with open(room + "/headers", "a", encoding="utf-8") as file:
                file.write(self.path + "\n" + str(self.headers))
        self.send_response(503 if how == "refuse" else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def serve_collector():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", wanted_port()), Collector)
    tell_port(server.server_port)
    server.serve_forever()


if kind in ("tcp", "tls"):
    serve_stream(kind == "tls")
elif kind == "udp":
    serve_udp()
elif kind == "journald":
    serve_journal()
else:
    serve_collector()
