# SPDX-License-Identifier: Apache-2.0
# Whatever a program says to a real gpg-agent, and however it cuts, joins or repeats its lines, no key is used unasked:
# no signature, no plain text, no key comes out, and none goes. A question says the hash that gets signed.
# timeout: 120
. "$LIB/case.sh"
for tool in gpg gpg-agent gpg-connect-agent; do command -v "$tool" >/dev/null || skip "no $tool here"; done
unset SSH_AUTH_SOCK
mkdir -m 700 "$HOME/.gnupg"
trap 'gpgconf --kill all 2>/dev/null || true' EXIT
printf '%%no-protection\nKey-Type: eddsa\nKey-Curve: ed25519\nName-Email: a@b\nExpire-Date: 0\n%%commit\n' |
  gpg -q --batch --gen-key 2>/dev/null || skip "gpg makes no key here"
GRIP=$(gpg --list-keys --with-keygrip --with-colons a@b | awk -F: '$1 == "grp" {print $10; exit}')
SOCKET=$(gpgconf --list-dirs agent-socket)
gpg-connect-agent -q /bye 2>/dev/null
export GRIP SOCKET
cat >agent.py <<'P'
import os, socket, time
GRIP, SOCKET = os.environ["GRIP"].encode(), os.environ["SOCKET"]
HASH, OTHER = b"11" * 32, b"22" * 32
def connected():
    s = socket.socket(socket.AF_UNIX)
    s.connect(SOCKET)
    return s
def told(*parts, pause=0.0):
    """All that is answered to PARTS, of which none waits for an answer."""
    with connected() as s:
        try:
            for part in parts:
                s.sendall(part)
                time.sleep(pause)
            s.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        said = b""
        try:
            while more := s.recv(4096): said += more
        except OSError:
            pass
        return said
def chosen(hashed=HASH): return b"SIGKEY " + GRIP + b"\nSETHASH --hash=sha256 " + hashed + b"\n"
P
cat >hostile.py <<'P'
from agent import *
sign = chosen() + b"PKSIGN\n"
attempts = {
    "at once": [sign], "byte by byte": [bytes([b]) for b in sign], "small": [sign.lower()],
    "carriage returns": [sign.replace(b"\n", b"\r\n")], "a tab": [chosen() + b"PKSIGN\t\n"], "a nonce": [chosen() + b"PKSIGN 00112233\n"],
    "blanks in front": [chosen() + b" PKSIGN\n"], "a zero": [chosen() + b"PKSIGN\0\n"], "a zero in front": [chosen() + b"\0PKSIGN\n"],
    "behind a comment": [chosen() + b"# x\rPKSIGN\nPKSIGN\n"], "without an end": [chosen() + b"PKSIGN"],
    "no key": [b"SETHASH --hash=sha256 " + HASH + b"\nPKSIGN\n"], "another grip": [b"SIGKEY --another " + GRIP + b"\n" + sign],
    "in an inquiry": [chosen() + b"PKDECRYPT\nD (1:x)\nPKSIGN\nEND\n"], "as data": [b"D x\nEND\n" + sign],
    "many": [sign * 50], "long": [b"SETKEYDESC " + b"x" * 900 + b"\n" + sign], "too long": [b"NOP " + b"x" * 5000 + b"\n" + sign],
    "without a line": [b"x" * 200000], "reset between": [chosen() + b"RESET\n" + sign], "high bytes": [b"\xff\xfe" + sign],
    "options": [b"OPTION use-cache-for-signing=1\nOPTION pinentry-mode=loopback\nOPTION allow-pinentry-notify\n" + sign],
    "by the card": [b"SCD PKSIGN --hash=sha256 x\nSCD PKAUTH\nSCD PKDECRYPT\n"],
}
for name, parts in attempts.items():
    said = told(*parts, pause=0.002 if len(parts) > 1 else 0)
    if b"sig-val" in said or b"D (" in said: print("signed:", name, said)
for command in (b"EXPORT_KEY " + GRIP, b"DELETE_KEY --force " + GRIP, b"DELETE_KEY --stub-only " + GRIP, b"PASSWD " + GRIP, b"KEYTOCARD " + GRIP + b" x 1",
                b"PKDECRYPT", b"GENKEY", b"IMPORT_KEY", b"PRESET_PASSPHRASE " + GRIP + b" -1 00", b"GET_PASSPHRASE --data x x x x", b"KILLAGENT", b"RELOADAGENT",
                b"LEARN", b"MARKTRUSTED " + b"0" * 40 + b" S x", b"CLEAR_PASSPHRASE x", b"GET_CONFIRMATION x", b"PUTVAL a b", b"GETVAL a", b"HELP", b"AUTH x",
                b"INPUT FD=0", b"OUTPUT FD", b"FD", b"CANCEL", b"INQUIRE x", b"OK", b"ERR 1", b"OPTION unheard-of=1"):
    with connected() as s:
        s.recv(4096)
        s.sendall(b"SETKEY " + GRIP + b"\n")
        s.recv(4096)
        s.sendall(command + b"\n")
        said = s.recv(4096)
        if not said.startswith(b"ERR "): print("not refused:", command, said)
held = [connected() for _ in range(60)]
for s in held: s.sendall(chosen()[:7])
still = told(b"GETINFO version\n")
print("served" if b"D 2" in still else still)
P
guard_run --on-ask deny -- python3 -B hostile.py
assert_content "$OUT" served
gpg-connect-agent "havekey $GRIP" /bye | grep -q '^OK' || fail "the key has gone"
assert_recorded "r['act'] == 'sign' and r['rule'] == 'signing.unknown' and r['outcome'] == 'refused'"
assert_recorded "r['act'] == 'sign' and 'sign by gpg with the key $GRIP' in r['result_summary'] and r['outcome'] == 'refused'"
# A second request behind a signature that is asked about is a question of its own, with its own hash.
cat >swapped.py <<'P'
from agent import *
with connected() as s:
    s.sendall(chosen() + b"PKSIGN\n" + chosen(OTHER) + b"PKSIGN\nNOP\nGETINFO version\n")
    said = b""
    while b"D 2." not in said: said += s.recv(4096)
print("signatures:", said.count(b"sig-val"))
P
start_guarded -- python3 -B swapped.py
wait_for_question
[[ $QUESTION == *"1111111111111111"* && $QUESTION != *"2222222222222222"* ]] || fail "$QUESTION"
guard approve "$question_id" >/dev/null
first=$question_id
next_question() { wait_for_question; [[ $question_id != "$first" ]]; }
until_true 20 next_question || fail "the second one is not asked about"
[[ $QUESTION == *"2222222222222222"* && $QUESTION != *"1111111111111111"* ]] || fail "$QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
assert_content "$OUT" "signatures: 1"
# A caller that goes while its question waits takes it along.
start_guarded -- timeout 2 python3 -B -c 'from agent import *
s = connected(); s.sendall(chosen() + b"PKSIGN\n"); time.sleep(60)'
wait_for_question
until_true 10 no_question_waits || fail "it still waits: $(guard pending)"
finish_guarded
assert_recorded "r['act'] == 'sign' and r['approval_status'] == 'withdrawn'"
