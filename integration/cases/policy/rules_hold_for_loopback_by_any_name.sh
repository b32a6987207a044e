# SPDX-License-Identifier: Apache-2.0
# A rule that denies localhost, a name that the hosts file leads to this machine, or a loopback address holds for each way
# to reach it: 127.0.0.1, ::1, and the unspecified addresses, which Linux connects to loopback.
. "$LIB/case.sh"
cat >reach.py <<'PYTHON'
import socket, sys
for word in sys.argv[1:]:
    family = socket.AF_INET6 if ":" in word else socket.AF_INET
    out = socket.socket(family, socket.SOCK_STREAM)
    try:
        out.connect((word, 9))
        print(word, "connected")
    except OSError as error:
        print(word, error.strerror)
PYTHON
policy=$CASE_ROOM/p.yaml
reaches() { # HOST ADDRESS WANTED ...
  printf 'rules: [{id: no, when: {act: connect, host: "%s"}, decision: deny}]\n' "$1" >"$policy"
  shift
  local wanted=
  local -a addresses=()
  while (($# > 0)); do
    addresses+=("$1")
    wanted+="$1 $2"$'\n'
    shift 2
  done
  guard_run --policy "$policy" --on-ask allow -- python3 -B reach.py "${addresses[@]}"
  assert_content "$OUT" "${wanted%$'\n'}"
}
no='Operation not permitted'
refused='Connection refused' # by nobody who listens there: guard let it go
for host in localhost localhost:9 LocalHost; do
  reaches "$host" 127.0.0.1 "$no" 127.8.8.8 "$no" 0.0.0.0 "$no" ::1 "$no" :: "$no" ::ffff:127.0.0.1 "$no"
done
reaches localhost:10 127.0.0.1 "$refused"
for host in 127.0.0.1 127.0.0.1:9; do
  reaches "$host" 127.0.0.1 "$no" 127.8.8.8 "$refused" 0.0.0.0 "$no" :: "$no" ::ffff:0.0.0.0 "$no"
done
for host in ::1 '[::1]:9'; do
  reaches "$host" 127.0.0.1 "$refused" ::1 "$no" :: "$no"
done
printf 'rules: [{id: no, when: {act: connect, host: localhost}, decision: deny}]\n' >"$policy"
for place in localhost 127.0.0.1 0.0.0.0; do
  guard check --json --policy "$policy" -- curl "http://$place:9/" >"$OUT" || true
  assert_says "$OUT" '"rule":"no"'
done

# Listeners, on every address too.
cat >listen.py <<'PYTHON'
import socket, sys
server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
try:
    server.bind((sys.argv[1], 0))
    server.listen()
    print("listens")
except OSError as error:
    print(error.strerror)
PYTHON
printf 'rules: [{id: no, when: {act: listen, host: localhost}, decision: deny}]\n' >"$policy"
for address in 127.0.0.1 0.0.0.0; do
  guard_run --policy "$policy" --on-ask allow -- python3 -B listen.py "$address"
  assert_content "$OUT" "$no"
done

# A name of this machine's hosts file, in a mount namespace of the case's own.
[[ $UID -eq 0 ]] || exit 0
printf '127.0.0.1 localhost\n127.0.7.1 db.inner\n' >hosts
printf 'rules: [{id: no, when: {host: "db.inner:9"}, decision: deny}]\n' >"$policy"
cat >inside.sh <<'BASH'
set -e
mount --bind hosts /etc/hosts
"$GUARD" run --policy "$1" --on-ask allow -- python3 -B reach.py 127.0.7.1 127.0.0.1
BASH
unshare -m bash inside.sh "$policy" >"$OUT" 2>"$ERR" </dev/null || fail "the namespace could not be set up"
assert_content "$OUT" "127.0.7.1 $no
127.0.0.1 $refused"
