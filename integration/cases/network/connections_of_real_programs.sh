# SPDX-License-Identifier: Apache-2.0
# curl, python, node and git talk over loopback, ssh-agent and tmux over Unix sockets, nothing asked.
# timeout: 180
. "$LIB/case.sh"
mkdir -p site
echo served >site/page
git init -q repository
git -C repository -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m one
git clone -q --bare repository site/repository.git
git -C site/repository.git update-server-info
guard_run --on-ask deny --kill-at-exit -- bash -ec '
  python3 -u -m http.server --bind 127.0.0.1 --directory site 0 >served 2>&1 &
  until grep -q "port [1-9]" served; do sleep 0.05; done
  port=$(sed "s/.* port \([0-9]*\) .*/\1/;q" served)
  curl -sS --noproxy "*" "http://127.0.0.1:$port/page"
  python3 -c "import urllib.request, sys; print(urllib.request.build_opener(urllib.request.ProxyHandler({})).open(sys.argv[1]).read())" "http://127.0.0.1:$port/page"
  env -u http_proxy -u HTTP_PROXY git clone -q "http://127.0.0.1:$port/repository.git" cloned && git -C cloned log --format=%s
  ! command -v node >/dev/null || node -e "
    const http = require(\"http\");
    const server = http.createServer((q, a) => a.end(\"node served\n\")).listen(0, \"127.0.0.1\", () =>
      http.get({port: server.address().port, host: \"127.0.0.1\"}, r => { r.pipe(process.stdout); r.on(\"end\", () => server.close()); }));
    const local = http.createServer((q, a) => a.end(\"node by path\n\")).listen(\"./node.sock\", () =>
      http.get({socketPath: \"./node.sock\"}, r => { r.pipe(process.stdout); r.on(\"end\", () => local.close()); }));
    const udp = require(\"dgram\").createSocket(\"udp4\");
    udp.on(\"message\", m => { console.log(String(m)); udp.close(); });
    udp.bind(0, \"127.0.0.1\", () => udp.send(\"node datagram\", udp.address().port, \"127.0.0.1\"));"
  eval "$(ssh-agent -a ./agent.sock)" && ssh-keygen -q -t ed25519 -N "" -f key && ssh-add -q key && ssh-add -l | cut -d" " -f4
  ssh-agent -k >/dev/null
  ! command -v tmux >/dev/null || { tmux -S ./t.sock -f /dev/null new-session -d "echo in tmux >seen; sleep 100"
    for i in $(seq 100); do [[ -s seen ]] && break; sleep 0.1; done; cat seen; }
  python3 - <<PYTHON
import asyncio, socket
async def main():
    server = await asyncio.start_server(lambda r, w: (w.write(b"asyncio"), w.close()), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    print((await reader.read()).decode())
asyncio.run(main())
print(socket.getaddrinfo("localhost", 80, socket.AF_INET)[0][4][0])
PYTHON'
assert_status 0
for text in served "b'served\\n'" one "asyncio" 127.0.0.1 "ED25519"; do assert_says "$OUT" "$text"; done
! command -v node >/dev/null || for text in "node served" "node by path" "node datagram"; do assert_says "$OUT" "$text"; done
! command -v tmux >/dev/null || assert_says "$OUT" "in tmux"
assert_nothing_asked
