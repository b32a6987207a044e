# SPDX-License-Identifier: Apache-2.0
# The tree does not get as far as the page of guard web, where its own questions are answered, however it writes the
# address; the attempt is recorded. A neighbour of that address is reached. Threat 62.
. "$LIB/case.sh"
mkfifo "$CASE_ROOM/web.in"
exec 8<>"$CASE_ROOM/web.in"
"$GUARD" web <"$CASE_ROOM/web.in" >"$CASE_ROOM/web.out" 2>&1 8>&- &
web_pid=$!
until_true 30 grep -q '^http://' "$CASE_ROOM/web.out" || fail "guard web says: $(<"$CASE_ROOM/web.out")"
place=$(sed -n 's|^http://\([^/]*\)/.*|\1|p' "$CASE_ROOM/web.out" | head -1)
cat >reach.py <<'PYTHON'
import errno, socket, sys
host, port = sys.argv[1].split(":")
def reach(family, address, setup=lambda s: None):
    with socket.socket(family, socket.SOCK_STREAM) as s:
        setup(s)
        try:
            s.connect((address, int(port)))
            return "reached"
        except OSError as error:
            return errno.errorcode[error.errno]
print("plain", reach(socket.AF_INET, host))
print("mapped", reach(socket.AF_INET6, "::ffff:" + host))
print("nonblocking", reach(socket.AF_INET, host, lambda s: s.setblocking(False)))
with socket.socket() as s:
    try:
        print("fastopen", s.sendto(b"GET / HTTP/1.1\r\n\r\n", socket.MSG_FASTOPEN, (host, int(port))))
    except OSError as error:
        print("fastopen", errno.errorcode[error.errno])
with socket.create_server(("127.0.0.1", 0)) as server:
    port = server.getsockname()[1]
    print("neighbour", reach(socket.AF_INET, "127.0.0.1"))
PYTHON
python3 -B reach.py "$place" >"$CASE_ROOM/bare"
assert_says "$CASE_ROOM/bare" "plain reached"
assert_says "$CASE_ROOM/bare" "mapped reached"
guard_run --on-ask deny -- python3 -B reach.py "$place"
assert_content "$OUT" "plain EPERM
mapped EPERM
nonblocking EPERM
fastopen EPERM
neighbour reached"
assert_recorded "r['rule'] == 'guard.own' and r['decision'] == 'block' and r['act'] == 'connect'"
kill "$web_pid"
wait "$web_pid" || fail "guard web ended with $?"
[[ -z $(find "$XDG_RUNTIME_DIR" -name '*.page') ]] || fail "its mark is still there"
