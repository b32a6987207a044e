# SPDX-License-Identifier: Apache-2.0
# An answer about a connection is remembered for that port and that protocol; a person may write less.
# In a network namespace of the case's own, where nothing leaves.
. "$LIB/case.sh"
inside=(unshare -n -m)
[[ $UID -eq 0 ]] || inside=(unshare -U -r -n -m)
"${inside[@]}" true 2>/dev/null || skip "this user may make no network namespace"
cat >connect.py <<'PYTHON'
import errno, os, socket, time
for kind, port in (("tcp", 4433), ("tcp", 4433), ("udp", 4433), ("tcp", 80), ("udp", 80)):
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM if kind == "tcp" else socket.SOCK_DGRAM) as out:
        result = out.connect_ex(("192.0.2.2", port))
        print(kind, port, "refused" if result == errno.EPERM else "let go", flush=True)
while not os.path.exists("listed"):  # what is approved for the session goes with it
    time.sleep(0.05)
PYTHON
cat >inside.sh <<'BASH'
set -e
ip link set lo up
ip addr add 192.0.2.1/24 dev lo
"$GUARD" run -- python3 connect.py &
run=$!
answer() { # WORD...: the next question, which is another one than the last
  for ((tries = 0; tries < 200; ++tries)); do
    question=$("$GUARD" pending --json)
    id=$(python3 -c 'import json, sys; print((json.load(sys.stdin) or [{"id": ""}])[0]["id"])' <<<"$question")
    [[ -n $id && $id != "$last" ]] && break
    sleep 0.1
  done
  last=$id
  printf '%s\n' "$question" >>questions
  "$GUARD" "$1" "$id" "${@:2}" >/dev/null
}
last=""
answer approve --scope session
answer deny
answer approve --scope session --pattern 192.0.2.2
for ((tries = 0; tries < 200; ++tries)); do
  "$GUARD" policy grants >grants
  ! grep -q "all ports" grants || break
  sleep 0.1
done
touch listed
wait "$run" || true
BASH
GUARD=$GUARD "${inside[@]}" bash inside.sh >"$OUT" 2>"$ERR" </dev/null || fail "the namespace could not be set up"
assert_content "$OUT" "tcp 4433 let go
tcp 4433 let go
udp 4433 refused
tcp 80 let go
udp 80 let go"
grep -q '"pattern": "192.0.2.2:4433/tcp"' questions || fail "offered: $(<questions)"
grep -q '"session": "connections to 192.0.2.2:4433/tcp"' questions || fail "covers: $(<questions)"
assert_says grants "connections to 192.0.2.2, all ports"
