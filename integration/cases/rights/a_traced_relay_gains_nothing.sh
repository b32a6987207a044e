# SPDX-License-Identifier: Apache-2.0
# A program of the agent traces the relay of an approved sudo, reads its registers, writes into its memory and takes its
# descriptors where it can. No other command runs as root, and the next sudo is served.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
cat >trace.py <<'S'
import ctypes, os, signal, struct, subprocess, sys, time
LIBC = ctypes.CDLL(None, use_errno=True)
ATTACH, DETACH, POKEDATA, GETREGS = 16, 17, 5, 12
sudo = subprocess.Popen(["sudo", "sleep", "4713"])
relay = sudo.pid
while os.readlink(f"/proc/{relay}/exe").endswith("sudo") or not subprocess.run(["pgrep", "-f", "^sleep 4713"], capture_output=True).stdout:
    time.sleep(0.1)
told = []
def call(name, *words):
    got = LIBC.ptrace(*words)
    told.append(f"{name} {'done' if got == 0 else os.strerror(ctypes.get_errno())}")
    return got == 0
registers = ctypes.create_string_buffer(512)
if call("attach", ATTACH, relay, None, None):
    os.waitpid(relay, 0)
    call("registers", GETREGS, relay, None, registers)
    stack = struct.unpack_from("Q", registers.raw, 19 * 8)[0]
    call("poke", POKEDATA, relay, ctypes.c_void_p(stack & ~7), ctypes.c_void_p(0x6469))
    call("detach", DETACH, relay, None, None)
got = LIBC.syscall(438, LIBC.syscall(434, relay, 0), 3, 0)  # pidfd_getfd of what pidfd_open gives
told.append(f"descriptor {'taken' if got >= 0 else os.strerror(ctypes.get_errno())}")
if got >= 0:
    try: os.write(got, b'{"command": ["touch", "root_made"], "argv": ["touch", "root_made"]}\n' * 100)
    except OSError as error: told.append(f"write {error.strerror}")
time.sleep(0.5)
os.kill(relay, signal.SIGKILL)
sudo.wait()
print("; ".join(told), flush=True)
S
sudo_run python3 -B trace.py
cp "$OUT" traced
assert_says "$OUT" "attach"
gone() { ! pgrep -f '^sleep 4713' >/dev/null; }
until_true 10 gone || fail "the command of the relay is left"
assert_missing root_made
guard audit export --format jsonl >"$CASE_ROOM/records"
[[ $(grep -c '"act":"exec"' "$CASE_ROOM/records") -gt 0 ]] || fail "nothing is on record"
! grep -q 'touch' "$CASE_ROOM/records" || fail "another command is on record: $(grep touch "$CASE_ROOM/records")"
echo "note: $(<traced)"
sudo_run sudo id -u
assert_content "$OUT" 0
