# SPDX-License-Identifier: Apache-2.0
# guard web answers its own page in a browser that a token has logged in, and nobody else: no other name of the
# server, no other origin, no token twice, no cookie without its key, and no supervised process whatever it brings.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/web.sh"
precious tmp_a/one
start_web
own=("Origin: http://127.0.0.1:$port" "Content-Type: application/json")
token() { echo "Body: {\"token\":\"${address#*#}\"}"; }
refused() { # STATUS WORD...
  local wanted=$1 said
  shift
  said=$(web_request "$@")
  [[ $said == "$wanted "* ]] || fail "expected $wanted of: $*; it says $said"
}
refused 421 GET / "Host: guard.example:$port"
refused 421 GET /assets/app.js "Host: 127.0.0.1:1"
refused 421 POST /api/login "Host: localhost.example" "${own[@]}" "$(token)"
refused 403 POST /api/login "Origin: http://127.0.0.1:1" "Content-Type: application/json" "$(token)"
refused 403 POST /api/login "Origin: null" "Content-Type: application/json" "$(token)"
refused 403 POST /api/login "Content-Type: application/json" "$(token)"
refused 415 POST /api/login "${own[0]}" "Content-Type: text/plain" "$(token)"
refused 403 GET / "Sec-Fetch-Site: cross-site"
for target in events audit trends undo grants sessions/x/approvals/1234 nothing; do refused 401 GET /api/$target; done

# From inside: with the very token, and with what it opened outside.
printf '#!/bin/bash\nexec "$@"\n' >inside
chmod +x inside
cat >ask.py <<'PY'
import http.client, sys
port, method, target, token, cookie, key = sys.argv[1:]
c = http.client.HTTPConnection("127.0.0.1", int(port), timeout=10)
c.request(method, target, '{"token":"%s"}' % token if method == "POST" else None,
          {"Origin": "http://127.0.0.1:" + port, "Content-Type": "application/json", "Cookie": cookie, "X-Guard-Key": key})
a = c.getresponse()
print(a.status, a.read().decode())
PY
guard_run -- python3 ask.py "$port" POST /api/login "${address#*#}" "" ""
assert_status 0
assert_says "$OUT" '403 {"error":{"code":"peer"'
until_true 5 grep -q 'web: refused POST /api/login of python3 (pid ' "$CASE_ROOM/web.err" || fail "nothing was said: $(cat "$CASE_ROOM/web.err")"

python3 -B - "$port" "${address#*#}" >"$CASE_ROOM/keys" <<'PY'
import http.client, json, sys
port, token = sys.argv[1:]
c = http.client.HTTPConnection("127.0.0.1", int(port), timeout=10)
c.request("POST", "/api/login", json.dumps({"token": token}), {"Origin": "http://127.0.0.1:" + port, "Content-Type": "application/json"})
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
guard_run -- python3 ask.py "$port" GET /api/undo "" "$cookie" "$key"
assert_says "$OUT" '403 {"error":{"code":"peer"'

# Wrong tokens: soon even the right one has to wait.
new_address
for _ in 1 2 3 4; do refused 403 POST /api/login "${own[@]}" 'Body: {"token":"00000000-0000-4000-8000-000000000000"}'; done
refused 429 POST /api/login "${own[@]}" "$(token)"

# It listens on loopback alone, and does not start inside.
python3 -B - "$port" <<'PY' || fail "it listens elsewhere too"
import sys
port = "%04X" % int(sys.argv[1])
rows = [line.split() for name in ("tcp", "tcp6") for line in open("/proc/net/" + name).readlines()[1:]]
listening = [row[1] for row in rows if row[3] == "0A" and row[1].endswith(":" + port)]
assert listening == ["0100007F:" + port], listening
PY
guard_run -- "$GUARD" web
assert_status 1
assert_says "$ERR" "run it outside"
