# SPDX-License-Identifier: Apache-2.0
# A run that lets all through says in its reports what to allow, hosts of --network log too: with these lines the next run, which refuses,
# needs nobody.
. "$LIB/case.sh"
mkdir -p old/a && echo x >old/a/x
cat >job.sh <<'SH'
mkdir -p old/a; echo x >old/a/x
rm -rf old/../old/a
python3 - <<'PY'
import socket
try:
    socket.create_connection(("192.0.2.7", 9), 0.2)
except OSError:
    pass
PY
SH
precious kept/one
echo 'rm -rf kept || true' >>job.sh
cp -r kept "$CASE_ROOM"
guard_run --on-ask allow --network log --report policy:learned.yaml --report audit.json --report audit.md -- bash job.sh
assert_status 0
python3 -c '
import json
report = json.load(open("audit.json"))
lines = {act["rule"]: act["to_allow"] for act in report["unasked"]}
assert lines["network.logged"] == "network: {allow: [\"192.0.2.7:9\"]}" or "192.0.2.7" in lines["network.logged"], lines
assert any("rm -rf kept" in line for line in lines.values()), lines' || fail "$(<audit.json)"
assert_says audit.md "192.0.2.7"
assert_says learned.yaml "192.0.2.7"
cp -r "$CASE_ROOM/kept" .
guard_run --ci -- bash job.sh
assert_status 3
guard_run --ci --policy learned.yaml -- bash job.sh
assert_status 0
