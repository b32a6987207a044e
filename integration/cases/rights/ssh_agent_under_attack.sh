# SPDX-License-Identifier: Apache-2.0
# Requests of signatures that a program makes by itself: joined, repeated, cut short, with text that is not what gets
# signed, or for a host that nobody proves. Each is refused, or asked about by what it would sign.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/keys.sh"
export KEY
cat >agent.py <<'P'
import base64, hashlib, os, socket, struct, sys, time
def text(body): return struct.pack(">I", len(body)) + body
message = text
BLOB = base64.b64decode(open(os.environ["KEY"]).read().split()[1])
def connected():
    s = socket.socket(socket.AF_UNIX)
    s.connect(os.environ["SSH_AUTH_SOCK"])
    return s
def sshsig(purpose, signed):
    return b"SSHSIG" + text(purpose) + text(b"") + text(b"sha512") + text(hashlib.sha512(signed).digest())
def login(session, user=b"root", method=b"publickey", more=b""):
    return text(session) + b"\x32" + text(user) + text(b"ssh-connection") + text(method) + b"\1" + text(b"ssh-ed25519") + text(BLOB) + more
def sign(data, flags=0): return message(b"\x0d" + text(BLOB) + text(data) + struct.pack(">I", flags))
def bind(host, session, signature, forwards=0):
    return message(b"\x1b" + text(b"session-bind@openssh.com") + text(host) + text(session) + text(signature) + bytes([forwards]))
def told(*parts):
    with connected() as s:
        try:
            for part in parts: s.sendall(part)
            s.shutdown(socket.SHUT_WR)
        except OSError: pass
        said = b""
        try:
            while more := s.recv(65536): said += more
        except OSError: pass
        return said
def types(said):
    out = []
    while len(said) >= 5:
        size = struct.unpack(">I", said[:4])[0]
        out.append(said[4])
        said = said[4 + size:]
    return out
FAILURE, SIGNED = 5, 14
P
cat >hostile.py <<'P'
from agent import *
one = sign(sshsig(b"file", b"one"))
attempts = {
    "one": [one], "many": [one] * 20, "byte by byte": [bytes([b]) for b in one], "more behind": [one[:-4] + b"\0\0\0\0more"],
    "longer than it says": [message(one[4:] + b"x")], "cut short": [one[:-1]], "half, then another": [one[:20], one],
    "length of 4 GiB": [b"\xff\xff\xff\xff" + one], "of 0": [b"\0\0\0\0" + one], "of 300 kB": [struct.pack(">I", 300000), b"\x0d" * 300000],
    "key of 4 GiB": [message(b"\x0d\xff\xff\xff\xff" + BLOB)], "flags": [sign(sshsig(b"file", b"x"), 0xffffffff)],
    "raw": [sign(b"raw bytes")], "nothing": [sign(b"")], "login": [sign(login(b"s" * 32))], "as another": [sign(login(b"s" * 32, b"a\x1b[2Jb"))],
    "bound to a lie": [bind(BLOB, b"s" * 32, b"none"), sign(login(b"s" * 32))], "bound often": [bind(BLOB, bytes([i]) * 32, b"none") for i in range(40)] + [one],
    "of the first protocol": [message(bytes([kind]) + b"\0" * 40) for kind in (1, 3, 7, 8, 9)] + [one],
    "answers": [message(bytes([kind]) + b"\0" * 8) for kind in (5, 6, 12, 14, 28, 29)] + [one],
    "extension": [message(b"\x1b" + text(b"session-bind@openssh.com\0") + one), message(b"\x1b" + text(b"restrict@x") + one), message(b"\x1b\xff\xff\xff\xff")],
    "constrained": [message(b"\x19" + text(b"ssh-ed25519") + one + b"\xff" + text(b"sk-provider@openssh.com") + text(b"/tmp/x.so"))],
    "smart card": [message(bytes([kind]) + text(os.getcwd().encode() + b"/x.so") + text(b"")) for kind in (20, 21, 26)],
}
for name, parts in attempts.items():
    said = types(told(*parts))
    if SIGNED in said or 6 in said: print("let go:", name, said)
held = [connected() for _ in range(60)]
for s in held: s.sendall(one[:9])
print("served" if types(told(b"\0\0\0\1\x0b")) == [12] else "not served")
P
guard_run --on-ask deny -- python3 -B hostile.py
assert_content "$OUT" served
[[ $(ssh-add -l) == *ana@laptop* && $(ssh-add -l | wc -l) == 1 ]] || fail "keys: $(ssh-add -l)"
assert_recorded "r['act'] == 'sign' and r['rule'] == 'signing.data' and r['outcome'] == 'refused'"
# A yes is to one request; what follows on the same connection, sent at once, is asked about by itself.
cat >joined.py <<'P'
from agent import *
with connected() as s:
    s.sendall(sign(sshsig(b"file", b"one")) + sign(sshsig(b"file", b"two")) + sign(sshsig(b"mail", b"one")))
    said = b""
    while len(types(said)) < 3: said += s.recv(65536)
print(types(said))
P
digest() { printf %s "$1" | sha512sum | cut -c1-16; }
start_guarded -- python3 -B joined.py
wait_for_words "$(digest one)"
guard approve "$question_id" >/dev/null
first=$question_id
next_question() { wait_for_question; [[ $question_id != "$first" ]]; }
until_true 20 next_question || fail "nothing more is asked"
[[ $QUESTION == *"$(digest two)"* ]] || fail "$QUESTION"
first=$question_id
guard deny "$question_id" >/dev/null
until_true 20 next_question || fail "nothing more is asked"
[[ $QUESTION == *'for \"mail\"'* ]] || fail "$QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
assert_content "$OUT" "[14, 5, 5]"
# The text that it holds up is not what gets signed; a program says for which host, and none proves it.
printf 'tree 0000000000000000000000000000000000000000\n\nHarmless\n' >decoy
cat >decoy.py <<'P'
from agent import *
for request in (sign(sshsig(b"git", b"tree 1\n\nEvil\n")), sign(login(b"s" * 32))):
    with connected() as s:
        s.sendall(request)
        print(types(s.recv(65536)))
P
start_guarded -- bash -c 'exec -a ssh-keygen python3 -B decoy.py -Y sign -n git -f "$KEY" decoy'
wait_for_words 'sign by ssh for'
[[ $QUESTION != *Harmless* ]] || fail "$QUESTION"
first=$question_id
guard deny "$question_id" >/dev/null
until_true 20 next_question || fail "the login is not asked about"
[[ $QUESTION == *'a host that guard cannot tell'* ]] || fail "$QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
assert_content "$OUT" $'[5]\n[5]'
