# SPDX-License-Identifier: Apache-2.0
# Where pidfd_getfd is refused, as Docker's profile does, programs send guard their descriptors by a thread that guard
# makes in them: sockets behave as ever, and none is swapped for another behind a verdict. Threats 17, 59.
# timeout: 300
. "$LIB/case.sh"
[[ -z ${GUARD_BACKEND:-} || $GUARD_BACKEND == notify ]] || skip "other backends take descriptors, or are given them"
"$PROGRAMS/outer_filter" pidfd_getfd -- "$GUARD" doctor >"$OUT" || fail "$(<"$OUT")"
grep -q 'descriptors of programs (pidfd_getfd) (' "$OUT" || fail "it was not refused: $(<"$OUT")"
assert_says "$OUT" "backend: notify"
printf '#!/bin/bash\nexec "%s" pidfd_getfd -- "%s" "$@"\n' "$PROGRAMS/outer_filter" "$GUARD" >"$CASE_ROOM/guard"
chmod 755 "$CASE_ROOM/guard"
GUARD=$CASE_ROOM/guard
for threads in "" threads; do
  same_as_bare '' "$PROGRAMS/socket_errors" $threads
  same_as_bare '' "$PROGRAMS/unix_peers" $threads
  # An ordinary user's guard cannot send another's number.
  ((EUID != 0)) || same_as_bare '' "$PROGRAMS/unix_rights" $threads
done
cat >policy.yaml <<'YAML'
network: {listen: ask}
rules:
  - {id: other-address, when: {act: connect, host: 127.0.0.3}, decision: deny}
YAML
guard_run --policy policy.yaml --on-ask deny -- "$PROGRAMS/descriptor_flip" 127.0.0.3
[[ $(grep -c "hit 0" "$OUT") -eq 2 ]] || fail "$(<"$OUT")"
assert_silent "$OUT" "done 0"
guard_run --policy policy.yaml --on-ask deny -- "$PROGRAMS/address_flip" 127.0.0.1 127.0.0.3
assert_says "$OUT" "hit 0"
assert_silent "$OUT" "done 0"
# A closed connection is closed: guard keeps no copy of it.
cat >closed.py <<'PYTHON'
import socket, sys
listener = socket.create_server(("127.0.0.1", 0))
client = socket.create_connection(listener.getsockname())
server = listener.accept()[0]
server.settimeout(20)
client.close()
print("end" if server.recv(1) == b"" else "bytes")
PYTHON
guard_run --on-ask deny -- python3 closed.py
assert_content "$OUT" end
