# SPDX-License-Identifier: Apache-2.0
# `--network log` asks about no host and records each; guard learn writes the list. A connection that a rule denies
# stays denied.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
cat >policy.yaml <<'YAML'
network: {names: fake, deny: [two.test]}
YAML
cat >reach.py <<'PYTHON'
import socket
for host in ("good.test", "other.test", "two.test", "inner.test"):
    try:
        socket.create_connection((host, 80), 5).close()
        print(host, "reached")
    except OSError as error:
        print(host, error.strerror)
PYTHON
in_named_network "$GUARD" run --policy policy.yaml --network log --on-ask deny -- python3 reach.py >"$OUT" 2>"$ERR" ||
  fail "guard ended with $?"
assert_content "$OUT" "good.test reached
other.test reached
two.test Operation not permitted
inner.test Operation not permitted"
assert_recorded "r['rule'] == 'network.logged' and r['result_summary'].startswith('connect to good.test')"
assert_recorded "r['rule'] == 'network.deny'"
"$GUARD" learn >"$OUT" 2>"$ERR" || true
assert_says "$OUT" "good.test:80"
assert_says "$OUT" "other.test:80"
# Nobody approved any of them.
assert_says "$OUT" " connections were let through by --network log that would be asked about"
assert_silent "$OUT" "approved"
# A program that only asks which of its addresses would be taken reaches nobody: no rule can name that port.
cat >sort.py <<'PYTHON'
import socket
for host in ("good.test", "other.test"):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        door.connect((socket.gethostbyname(host), 0))
PYTHON
in_named_network "$GUARD" run --policy policy.yaml --network log --learn "$CASE_ROOM/learned.yaml" -- python3 sort.py >"$OUT" 2>"$ERR" ||
  fail "guard ended with $?: $(<"$ERR")"
! grep ':0' "$CASE_ROOM/learned.yaml" || fail "a rule names port 0"
"$GUARD" policy validate "$CASE_ROOM/learned.yaml" >"$OUT" 2>&1 || fail "$(<"$OUT")"
"$GUARD" learn >"$OUT" 2>"$ERR" || fail "$(<"$ERR")"
assert_says "$OUT" "good.test:80"
assert_silent "$OUT" ":0'"
# A policy that locks `network` lets nobody choose.
printf 'locked: [network]\n' >policy.yaml
guard_run --policy policy.yaml --network log -- true
assert_refused_to_start 125 "--network log"
