# SPDX-License-Identifier: Apache-2.0
"""log_receiver.py KIND ROOM [HOW]: takes records as the receiver of a sink and adds each as a line to ROOM/arrived.
Its port (or socket) is told in ROOM/port; KIND is udp, tcp, tls, journald, otlp or otlps (over TLS). TLS shows
ROOM/server.pem. HOW of a stream: `hang` takes connections and reads nothing; `keep_open` reads all and never closes;
`reset` reads some and resets; `flood` sends bytes without end. HOW of a collector: a status that it answers, `partial`
(one record was refused), `silent` (no answer), `slow` (a byte of it a second), `cut` (it breaks off), `large` (its text),
`long_head`, `no_http`, `redirect`. HOW of both over TLS: `client` wants a certificate that ROOM/client_ca vouches for."""
import array
import gzip
import http.server
import json
import os
import socket
import ssl
import struct
import sys
import time

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


def tls_context():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(room + "/server.pem")
    if how == "client":
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(room + "/client_ca")
    return context


def misbehave(connection, kept):
    """True: the connection got what HOW says."""
    if how == "reset":
        connection.recv(1024)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
    elif how == "keep_open":
        while connection.recv(65536):
            pass
        kept.append(connection)
    elif how == "hang":
        kept.append(connection)
    elif how == "flood":
        try:
            while True:
                connection.sendall(b"x" * 65536)
        except OSError:
            connection.close()
    else:
        return False
    return True


def serve_stream(tls):
    server = socket.create_server(("127.0.0.1", wanted_port()))
    tell_port(server.getsockname()[1])
    context = tls_context() if tls else None
    kept = []
    while True:
        connection, _ = server.accept()
        if misbehave(connection, kept):
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


# --- OTLP in protobuf, by the numbers of opentelemetry-proto ---------------------------------

ANY_VALUE = {1: ("stringValue", "text"), 3: ("intValue", "int64")}
KEY_VALUE = {1: ("key", "text"), 2: ("value", ANY_VALUE)}
LOG = {1: ("timeUnixNano", "fixed"), 2: ("severityNumber", "int"), 3: ("severityText", "text"), 5: ("body", ANY_VALUE),
       6: ("attributes", [KEY_VALUE]), 8: ("flags", "fixed"), 9: ("traceId", "hex"), 10: ("spanId", "hex"),
       11: ("observedTimeUnixNano", "fixed"), 12: ("eventName", "text")}
SCOPE = {1: ("name", "text"), 2: ("version", "text")}
REQUEST = {1: ("resourceLogs", [{1: ("resource", {1: ("attributes", [KEY_VALUE])}),
                                 2: ("scopeLogs", [{1: ("scope", SCOPE), 2: ("logRecords", [LOG])}])}])}


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 0x80:
            return value, at


def value_at(data, at, wire):
    if wire == 0:
        return varint(data, at)
    size = {1: 8, 5: 4}.get(wire)
    if size:
        return int.from_bytes(data[at:at + size], "little"), at + size
    size, at = varint(data, at)
    assert at + size <= len(data), "it breaks off"
    return data[at:at + size], at + size


def read_as(kind, value):
    if isinstance(kind, dict):
        return message_in(value, kind)
    if kind == "text":
        return value.decode()
    if kind == "hex":
        return value.hex()
    return str(value - (value >> 63 << 64)) if kind == "int64" else str(value) if kind == "fixed" else value


def message_in(data, fields):
    message, at = {}, 0
    while at < len(data):
        tag, at = varint(data, at)
        value, at = value_at(data, at, tag & 7)
        name, kind = fields[tag >> 3]
        if isinstance(kind, list):
            message.setdefault(name, []).append(read_as(kind[0], value))
        else:
            message[name] = read_as(kind, value)
    return message


class Collector(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def body(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open(room + "/body", "wb") as file:
            file.write(body)
        if self.headers["Content-Encoding"] == "gzip":
            body = gzip.decompress(body)
        if self.headers["Content-Type"] == "application/x-protobuf":
            body = json.dumps(message_in(body, REQUEST)).encode()
        return body

    def raw(self, text, pause=0.0):
        try:
            for byte in text if pause else [text]:
                self.wfile.write(bytes([byte]) if pause else byte)
                self.wfile.flush()
                time.sleep(pause)
        except OSError:
            pass
        self.close_connection = True

    def do_POST(self):
        body = self.body()
        if how in RAW_ANSWERS:
            return self.raw(RAW_ANSWERS[how], 1.0 if how == "slow" else 0.0)
        if how == "silent":
            return time.sleep(60)
        status = int(how) if how.isdigit() else 307 if how == "redirect" else 200
        is_json = self.headers["Content-Type"] == "application/json"
        answer = b"{}" if is_json else b""
        if how == "partial":
            answer = b'{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"too large"}}'
            if not is_json:
                answer = b"\x0a\x0d\x08\x01\x12\x09too large"
        if status == 200:
            keep(body)
            with open(room + "/headers", "a", encoding="utf-8") as file:
                file.write(self.path + "\n" + str(self.headers))
        if how == "large":
            answer = b" " * (8 << 20)
        self.send_response(status)
        if how == "redirect":
            self.send_header("Location", "http://127.0.0.1:9/v1/logs")
        self.send_header("Content-Type", self.headers["Content-Type"])
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        return self.raw(answer)

    def log_message(self, *_):
        pass


RAW_ANSWERS = {"slow": b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "no_http": b"220 mail.example ESMTP\r\n",
               "cut": b"HTTP/1.1 20", "long_head": b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000 + b"\r\n\r\n"}


def serve_collector(tls):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", wanted_port()), Collector)
    if tls:
        server.socket = tls_context().wrap_socket(server.socket, server_side=True)
    tell_port(server.server_port)
    server.serve_forever()


if kind in ("tcp", "tls"):
    serve_stream(kind == "tls")
elif kind == "udp":
    serve_udp()
elif kind == "journald":
    serve_journal()
else:
    serve_collector(kind == "otlps")
