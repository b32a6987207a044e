# SPDX-License-Identifier: Apache-2.0
# guard web answers its own page in a browser that a token has logged in, and nobody else: no other name of the
# server, no other origin, no token twice, no cookie without its key, and no supervised process whatever it brings.
# timeout: 240
. "$LIB/case.sh"
. "$LIB/web.sh"
precious tmp_a/one
start_web
own=("Origin: $origin" "Content-Type: application/json")
token() { echo "Body: {\"token\":\"${address#*#}\"}"; }
refused() { # STATUS WORD...
  local wanted=$1 said
  shift
  said=$(web_request "$@")
  [[ $said == "$wanted "* ]] || fail "expected $wanted of: $*; it says $said"
}
refused 421 GET / "Host: guard.example:$port"
refused 421 GET /assets/app.js "Host: $host:1"
refused 421 GET / "Host: localhost:$port"
refused 421 GET / "Host: 127.0.0.1:$port"
refused 421 POST /api/login "Host: localhost.example" "${own[@]}" "$(token)"
refused 403 POST /api/login "Origin: http://$host:1" "Content-Type: application/json" "$(token)"
refused 403 POST /api/login "Origin: null" "Content-Type: application/json" "$(token)"
refused 403 POST /api/login "Content-Type: application/json" "$(token)"
refused 415 POST /api/login "${own[0]}" "Content-Type: text/plain" "$(token)"
refused 403 GET / "Sec-Fetch-Site: cross-site"
for target in events audit trends undo reviews reviews/x/files reviews/x/discard grants sessions/x/approvals/1234 nothing; do refused 401 GET /api/$target; done

# From inside, with the very token: it does not get there; and over a connection that was made outside, it gets nothing.
cat >ask.py <<'PY'
import http.client, os, socket, sys
host, port, method, target, token, cookie, key = sys.argv[1:]
c = http.client.HTTPConnection(host, int(port), timeout=30)
if not os.isatty(0) and "socket:" in os.readlink("/proc/self/fd/0"):
    c.sock = socket.socket(fileno=0)
try:
    c.request(method, target, '{"token":"%s"}' % token if method == "POST" else None,
              {"Origin": f"http://{host}:{port}", "Content-Type": "application/json", "Cookie": cookie, "X-Guard-Key": key})
    a = c.getresponse()
    print(a.status, a.read().decode())
except PermissionError as error:
    print(error)
PY
from_inside() { # WORD...: over a connection of this shell's
  exec 7<>"/dev/tcp/$host/$port"
  "$GUARD" run --quiet -- python3 ask.py "$host" "$port" "$@" <&7 >"$OUT" 2>"$ERR" || fail "status $?"
  exec 7>&-
}
guard_run -- python3 ask.py "$host" "$port" POST /api/login "${address#*#}" "" ""
assert_status 0
assert_says "$OUT" "Operation not permitted"
from_inside POST /api/login "${address#*#}" "" ""
assert_says "$OUT" '403 {"error":{"code":"peer"'
until_true 20 grep -q 'web: refused POST /api/login of .* (pid ' "$CASE_ROOM/web.err" || fail "nothing was said: $(cat "$CASE_ROOM/web.err")"

python3 -B - "$host" "$port" "${address#*#}" >"$CASE_ROOM/keys" <<'PY'
import http.client, json, sys
host, port, token = sys.argv[1:]
c = http.client.HTTPConnection(host, int(port), timeout=30)
c.request("POST", "/api/login", json.dumps({"token": token}), {"Origin": f"http://{host}:{port}", "Content-Type": "application/json"})
a = c.getresponse()
cookie = a.getheader("Set-Cookie")
assert a.status == 200 and "HttpOnly" in cookie and "SameSite=Strict" in cookie, (a.status, cookie)
assert not a.getheader("Access-Control-Allow-Origin")
print(cookie.split(";")[0], json.loads(a.read())["key"])
PY
read -r cookie key <"$CASE_ROOM/keys"
refused 403 POST /api/login "${own[@]}" "$(token)"
refused 200 GET /api/undo "Cookie: $cookie" "X-Guard-Key: $key"
refused 401 GET /api/undo "Cookie: $cookie"
refused 401 GET /api/undo "X-Guard-Key: $key"
refused 403 GET /api/undo "Cookie: $cookie" "X-Guard-Key: $key" "Origin: http://localhost:$port"
refused 403 GET /api/undo "Cookie: $cookie" "X-Guard-Key: $key" "Sec-Fetch-Site: same-site"
from_inside GET /api/undo "" "$cookie" "$key"
assert_says "$OUT" '403 {"error":{"code":"peer"'

# Wrong tokens: soon even the right one has to wait.
new_address
for _ in 1 2 3 4; do refused 403 POST /api/login "${own[@]}" 'Body: {"token":"00000000-0000-4000-8000-000000000000"}'; done
refused 429 POST /api/login "${own[@]}" "$(token)"

# It listens on that one address, of this start alone, and does not start inside.
[[ $host == 127.* && $host != 127.0.* ]] || fail "its address is $host"
python3 -B - "$host" "$port" <<'PY' || fail "it listens elsewhere too"
import socket, sys
host = "%08X" % int.from_bytes(socket.inet_aton(sys.argv[1]), "little")
port = "%04X" % int(sys.argv[2])
rows = [line.split() for name in ("tcp", "tcp6") for line in open("/proc/net/" + name).readlines()[1:]]
listening = [row[1] for row in rows if row[3] == "0A" and row[1].endswith(":" + port)]
assert listening == [host + ":" + port], listening
PY
guard_run -- "$GUARD" web
assert_status 1
assert_says "$ERR" "run it outside"

# A refusal says what can be done instead.
could_not() { # WORD... TEXT
  ! guard web "${@:1:$#-1}" </dev/null >"$OUT" 2>"$ERR" || fail "it starts: ${*:1:$#-1}"
  assert_says "$ERR" "${!#}"
}
first=$host
could_not --bind "$host" --port "$port" "leave --port out for one that is free"
could_not --bind 192.0.2.7 "it takes --tls-cert FILE and --tls-key FILE"
could_not --bind 0.0.0.0 "name one IPv4 address"
guard web --help >"$OUT"
assert_says "$OUT" "opens one browser, once"
kill "$web_pid"
start_web --port "$port"
[[ $host != "$first" ]] || fail "the same address again: a browser may remember what was there"
