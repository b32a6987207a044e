# SPDX-License-Identifier: Apache-2.0
# Where stdin comes from a pipe, or stdout goes to a file, questions are asked and answered at the terminal all the same; keys, lines,
# Ctrl-C and Ctrl-Z do what they do without guard. Nobody knows who reads a pipe's other end: questions are answered elsewhere.
# timeout: 120
. "$LIB/case.sh"
command -v vim >/dev/null || skip "no vim here"
precious in/one in/two out/one out/two pipe/one pipe/two both/one both/two none/one none/two
cat >script.sh <<'SH'
for round in 1 2 3; do echo "round $round"; "$GUARD" run -q --session "script$round" -- sleep 100; done
echo 'not reached'
SH
cat >stops.sh <<'SH'
echo 'goes to sleep'; "$GUARD" run -q --session stops -- bash -c 'read -r line; echo "read $line"'; echo 'script ends'
SH
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "at the terminal"
import os, re, subprocess, time
from raw_terminal import RawTerminal

guard = os.environ["GUARD"]
os.environ.update(PS1="rea''dy> ", TERM="xterm", PS0="")
shell = RawTerminal(["bash", "--norc", "--noprofile", "-i"], 24, 100)

def prompt(after):
    return shell.until(b"ready> ", after)

def command(line):
    at = len(shell.bytes)
    shell.send(line.encode() + b"\n")
    return at

def answer(at, keys):
    at = shell.until(b"[n] deny", at)
    for key in keys:
        shell.read(2)
        shell.send(key)
    return at

shell.send(b"PS1=rea''dy'> '\n")
prompt(0)
at = command("stty -g >mode.before; echo")
prompt(shell.until(b"mode.before; echo\r\n", at))

# The way in is a pipe.
at = command(f"echo the prompt | {guard} run --session in -- bash -c 'cat; rm -rf in; echo rm: $?'")
answer(at, (b"y", b"\r"))
prompt(shell.until(b"rm: 0", at))
assert b"the prompt" in shell.bytes[at:], shell.bytes[at:]
assert not os.path.exists("in")

# The way out is a file.
at = command(f"{guard} run --session out -- bash -c 'rm -rf out; read -r line; echo read: $line' >written")
at = answer(at, (b"n",))
time.sleep(1.5)
shell.send(b"typed\n")
prompt(at)
assert os.path.exists("out/one")
assert open("written").read() == "read: typed\n", open("written").read()

# Both go elsewhere.
at = command(f"echo the prompt | {guard} run --session none -- bash -c 'cat; rm -rf none; echo rm: $?' >written 2>&1; echo 'it is ov'er")
answer(at, (b"y", b"\r"))
prompt(shell.until(b"it is over", at))
assert "the prompt\nrm: 0\n" in open("written").read(), open("written").read()
assert not os.path.exists("none")

# Into a pipe: answered elsewhere.
at = command(f"{guard} run --session pipe -- bash -c 'rm -rf pipe; echo is over' | cat")
shell.until(b"guard approve", at)
assert b"[n] deny" not in shell.bytes[at:], shell.bytes[at:]
question = re.search(rb"guard approve (\S+)", shell.bytes[at:]).group(1).decode()
subprocess.run([guard, "deny", question], check=True, capture_output=True)
prompt(shell.until(b"is over", shell.until(b"guard approve", at)))

# Lines that others of the job write begin at the left, and keys reach the command by its terminal.
at = command("{ echo line-1 >&2; sleep 1; echo line-2 >&2; sleep 1; echo line-3 >&2; } | "
             f"{guard} run -q --session keys -- bash -c 'read -r line </dev/tty; echo \"typed: $line\"'")
shell.until(b"line-2\r\nline-3\r\n", at)
shell.send(b"hello\n")
prompt(shell.until(b"typed: hello", at))

# A program that draws its own screen from there.
at = command(f"echo from a pipe | {guard} run -q --session vim -- vim -u NONE -n -")
shell.until(b"from a pipe", at + 60)
time.sleep(1)
shell.send(b":w! saved\n:q!\n")
prompt(shell.until(b"saved", at))
prompt(len(shell.bytes) - 8)
assert open("saved").read() == "from a pipe\n"

# Ctrl-C is for the whole job.
at = command("bash script.sh")
shell.until(b"round 1", at)
time.sleep(1.5)
shell.send(b"\x03")
prompt(at)
assert b"round 2" not in shell.bytes[at:] and b"not reached" not in shell.bytes[at:], shell.bytes[at:]
at = command(f"sleep 100 | {guard} run -q --session sleeps -- cat")
time.sleep(1.5)
shell.send(b"\x03")
prompt(at + 20)

# Ctrl-Z too.
at = command("bash stops.sh")
shell.until(b"goes to sleep", at)
time.sleep(1.5)
shell.send(b"\x1a")
prompt(shell.until(b"Stopped", at))
at = command("fg")
shell.read(1)
shell.send(b"again\n")
shell.until(b"read again", at)
prompt(shell.until(b"script ends", at))

# Two of one job: one of them has the terminal, and both are answered.
at = command(f"printf '%s\\n' one two | xargs -P2 -I@ {guard} run --session both-@ -- bash -c 'sleep 1; rm -rf both/@; echo @ is over'")
shell.until(b"[n] deny", at)
shell.until(b"guard approve", at)
shell.read(2)
shell.send(b"n")
question = re.search(rb"guard approve (\S+)", shell.bytes[at:]).group(1).decode()
subprocess.run([guard, "deny", question], check=True, capture_output=True)
prompt(max(shell.until(b"one is over", at + 200), shell.until(b"two is over", at + 200)))

at = command("stty -g >mode.after; echo")
prompt(shell.until(b"mode.after; echo\r\n", at))
assert open("mode.before").read() == open("mode.after").read()
shell.send(b"exit\n")
shell.end()
PYTHON
