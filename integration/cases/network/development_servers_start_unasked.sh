# SPDX-License-Identifier: Apache-2.0
# The servers that people start while they work, with their defaults: node on `::`, python on 0.0.0.0, and
# a run of tests on ports of the kernel's choice. Nothing is asked, and localhost answers.
. "$LIB/case.sh"
printf 'network: {listen: narrow}\n' >"$CASE_ROOM/narrow.yaml"
export GUARD_POLICY=$CASE_ROOM/narrow.yaml
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("", 0)); print(s.getsockname()[1])'; }
cat >fetch.py <<'PYTHON'
import sys, urllib.request
print(urllib.request.build_opener(urllib.request.ProxyHandler({})).open(sys.argv[1], timeout=9).status)
PYTHON
answers() { python3 fetch.py "http://$1/" 2>/dev/null | grep -qx 200; }

port=$(free_port)
start_guarded --on-ask deny -- bash -c 'python3 -m http.server '"$port"' 2>/dev/null &
  until [[ -e enough ]]; do sleep 0.05; done; kill $!'
until_true 20 answers "127.0.0.1:$port" || { touch enough; finish_guarded; fail "python does not answer"; }
answers "localhost:$port" || fail "nor on localhost"
touch enough
finish_guarded
assert_says "$ERR" "listens on port $port, which only this machine can reach"

if command -v node >/dev/null; then
  cat >served.js <<'NODE'
const http = require("http");
const answer = (q, a) => a.end("served");
const ask = (host, port) => new Promise((done) => http.get({host, port}, (a) => {
  a.resume(); a.on("end", () => done(host));
}).on("error", (e) => done(host + " " + e.code)));
const serve = () => new Promise((done) => {
  const server = http.createServer(answer).listen(0, () => done(server));
});
(async () => {
  for (let i = 0; i < 5; ++i) {
    const server = await serve();
    const port = server.address().port;
    const reached = [await ask("127.0.0.1", port), await ask("localhost", port)];
    if (i == 4) console.log(reached.join(" "));
    server.close();
  }
})();
NODE
  guard_run --on-ask deny -- node served.js
  assert_content "$OUT" "127.0.0.1 localhost"
  [[ $(grep -c 'guard: node listens on port' "$ERR") -eq 1 ]] || fail "notices of node: $(<"$ERR")"
fi
assert_nothing_asked
