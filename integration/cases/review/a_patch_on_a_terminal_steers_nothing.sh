# SPDX-License-Identifier: Apache-2.0
# guard review --patch - on a terminal spells out what would steer it; in a pipe the patch has the bytes as they are.
. "$LIB/case.sh"
with_undo
command -v git >/dev/null || skip "no git here"
echo one >f
guard_run --session s -- bash -c 'printf "two\r\033]0;title\a \342\200\256 end\n" >f'
assert_status 0
wait_for_closing
guard review s --patch - >"$OUT"
grep -q $'\r\033]0;title' "$OUT" || fail "the patch in a pipe is no patch: $(<"$OUT")"
python3 -B -c '
import os, pty, sys
out = bytearray()
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], [sys.argv[1], "review", "s", "--patch", "-"])
while True:
    try:
        block = os.read(fd, 65536)
    except OSError:
        break
    if not block:
        break
    out += block
text = bytes(out).replace(b"\r\n", b"\n")
assert b"+two" in text and b"-one" in text and b"end" in text, text
for bad in (b"\r", b"\033", b"\a", b"\xe2\x80\xae"):
    assert bad not in text, text' "$GUARD" || fail "what a terminal gets"
