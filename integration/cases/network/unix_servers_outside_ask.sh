# SPDX-License-Identifier: Apache-2.0
# The process that bound a Unix socket decides whose server it is, not the time: a server outside that was
# started during the session is asked about, by path, by abstract name, for streams and datagrams. Threat 59.
. "$LIB/case.sh"
cat >server.py <<'PYTHON'
import socket, sys
kind, name, heard = sys.argv[1:4]
address = "\0" + name[1:] if name[0] == "@" else name
door = socket.socket(socket.AF_UNIX, getattr(socket, kind))
door.bind(address)
if kind == "SOCK_STREAM":
    door.listen(8)
open(heard, "w").close()
while True:
    what = door.accept()[0].recv(10) if kind == "SOCK_STREAM" else door.recv(10)
    open(heard, "ab").write(what)
PYTHON
cat >caller.py <<'PYTHON'
import socket, sys
kind, name, how = sys.argv[1:4]
address = "\0" + name[1:] if name[0] == "@" else name
peer = socket.socket(socket.AF_UNIX, getattr(socket, kind))
try:
    if how == "connect":
        peer.connect(address)
        peer.send(b"x")
    elif how == "sendto":
        peer.sendto(b"x", address)
    else:
        peer.sendmsg([b"x"], [], 0, address)
    print("reached")
except OSError as error:
    print(error.strerror)
PYTHON
name=@guard-case-$$
ways=("SOCK_STREAM ./s.sock connect" "SOCK_DGRAM ./d.sock connect" "SOCK_DGRAM ./d.sock sendto"
  "SOCK_DGRAM ./d.sock sendmsg" "SOCK_STREAM ${name}s connect" "SOCK_DGRAM ${name}d connect"
  "SOCK_DGRAM ${name}d sendto" "SOCK_DGRAM ${name}d sendmsg")
servers=(s.sock d.sock "${name}s" "${name}d")
serve() {
  for server in "${servers[@]}"; do
    kind=SOCK_DGRAM
    [[ $server != *s && $server != s.sock ]] || kind=SOCK_STREAM
    python3 server.py "$kind" "$server" "$1.${server#@}" &
    until_true 10 test -e "$1.${server#@}" || fail "no server $server"
  done
}
# The session has begun when the servers outside start.
start_guarded --on-ask deny --kill-at-exit -- bash -c 'echo >begun; until [[ -e served ]]; do sleep 0.05; done
  while read -r kind name how; do python3 caller.py "$kind" "$name" "$how"; done <ways'
printf '%s\n' "${ways[@]}" >ways
until_true 10 test -e begun || fail "the session did not begin"
serve outside
touch served
finish_guarded
[[ $(grep -c 'Operation not permitted' "$OUT") -eq ${#ways[@]} ]] || fail "outside: $(<"$OUT")"
for server in "${servers[@]}"; do
  [[ ! -s outside.${server#@} ]] || fail "$server outside was reached"
done
assert_recorded "r['rule'] == 'socket.outside' and r['objects'] == ['$name' + 'd'] and r['risk_tier'] == 2"
kill $(jobs -p)
wait || true
rm -f s.sock d.sock
# The same servers of the tree's own.
export -f serve until_true fail
printf '%s\n' "${servers[@]}" >servers
guard_run --on-ask deny --kill-at-exit -- bash -c '
  mapfile -t servers <servers; serve inside
  while read -r kind name how; do python3 caller.py "$kind" "$name" "$how"; done <ways'
[[ $(grep -c reached "$OUT") -eq ${#ways[@]} ]] || fail "inside: $(<"$OUT")"
