# SPDX-License-Identifier: Apache-2.0
# This machine's own may connect unasked. guard asks about each call that lets others connect: a bind
# to a port, and a listen on a port of the kernel's choice. One question for both.
. "$LIB/case.sh"
printf 'network: {listen: ask}\n' >"$CASE_ROOM/ask.yaml"
export GUARD_POLICY=$CASE_ROOM/ask.yaml
cat >listen.py <<'PYTHON'
import socket, sys
family, kind, address, port, how = sys.argv[1:6]
door = socket.socket(getattr(socket, family), getattr(socket, kind))
try:
    if address:
        door.bind((address, int(port)))
    if how == "listen":
        door.listen(4)
    if how == "after a failed connect":
        try: door.connect(("127.0.0.1", 1))
        except ConnectionRefusedError: pass
        door.listen(4)
    print("done")
except PermissionError:
    print("refused")
PYTHON
expect() {
  local wanted=$1
  shift
  guard_run --on-ask deny -- python3 listen.py "$@"
  assert_content "$OUT" "$wanted"
}
expect done AF_INET SOCK_STREAM 127.0.0.1 0 listen
expect done AF_INET SOCK_STREAM 127.0.0.2 47311 listen
expect done AF_INET6 SOCK_STREAM ::1 0 listen
expect done AF_INET SOCK_DGRAM 127.0.0.1 0 bind
expect done AF_INET SOCK_STREAM 0.0.0.0 0 bind
expect done AF_INET SOCK_DGRAM 0.0.0.0 0 bind
assert_nothing_asked
expect refused AF_INET SOCK_STREAM 0.0.0.0 47312 bind
expect refused AF_INET6 SOCK_STREAM :: 47312 bind
expect refused AF_INET6 SOCK_STREAM ::ffff:0.0.0.0 47312 bind
expect refused AF_INET SOCK_DGRAM 0.0.0.0 47312 bind
expect refused AF_INET SOCK_STREAM 0.0.0.0 0 listen
expect refused AF_INET6 SOCK_STREAM :: 0 listen
expect refused AF_INET SOCK_STREAM "" 0 listen
expect refused AF_INET SOCK_STREAM "" 0 "after a failed connect"
assert_recorded "r['act'] == 'listen' and r['syscall'] == 'bind' and r['risk_tier'] == 2"
assert_recorded "r['act'] == 'listen' and r['syscall'] == 'listen'"
start_guarded -- python3 listen.py AF_INET SOCK_STREAM 0.0.0.0 47313 listen
wait_for_question
[[ $(json_of "data[0]['what']") == "listen on 0.0.0.0 port 47313" ]] || fail "asked: $QUESTION"
guard approve "$question_id"
finish_guarded
assert_content "$OUT" done
