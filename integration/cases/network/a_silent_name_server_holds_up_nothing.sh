# SPDX-License-Identifier: Apache-2.0
# A question about an address is asked, and withdrawn with a session that ends, while the name server that could say
# whose it is never answers: the resolver of the C library would wait ten seconds, twice as long as is waited here.
. "$LIB/case.sh"
inside=(unshare -n -m)
[[ $UID -eq 0 ]] || inside=(unshare -U -r -n -m)
"${inside[@]}" true 2>/dev/null || skip "this user may make no network namespace"
echo "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(('192.0.2.70', 9))" >connect.py
cat >inside.sh <<'BASH'
set -e
mount --bind resolv.conf /etc/resolv.conf
ip link set lo up
ip addr add 192.0.2.1/24 dev lo && ip route add default dev lo
python3 -B "$LIB/name_server.py" 192.0.2.1 &
named=$!
until [[ -e named ]]; do sleep 0.05; done
python3 - <<'PYTHON'
import os, signal, subprocess, time
run = subprocess.Popen([os.environ["GUARD"], "run", "--", "python3", "connect.py", "https://some.test/"])
until = time.monotonic() + 5
while time.monotonic() < until:
    if b"192.0.2.70" in subprocess.run([os.environ["GUARD"], "pending", "--json"], stdout=subprocess.PIPE).stdout:
        print("asked")
        break
    time.sleep(0.1)
run.send_signal(signal.SIGINT)
try:
    run.wait(5)
    print("ended")
except subprocess.TimeoutExpired:
    print("it waits")
    run.wait()
PYTHON
kill "$named"
BASH
echo "nameserver 192.0.2.1" >resolv.conf
LIB=$LIB GUARD=$GUARD "${inside[@]}" bash inside.sh >"$OUT" 2>"$ERR" </dev/null || fail "the namespace could not be set up"
assert_content "$OUT" "asked
ended"
