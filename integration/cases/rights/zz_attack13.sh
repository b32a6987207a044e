# timeout: 100
. "$LIB/case.sh"
SUDOERS='nobody ALL=(ALL:ALL) ALL'
. "$LIB/sudoer.sh"
exec >/tmp/z_atk/out13 2>&1
cat >policy.yaml <<'P'
version: 1
extends: [default]
sudo: {allow: [id -u, "sleep *"]}
P
cat >grab.py <<'P'
# asks the terminal what is on it, and looks for the words in memory that the tree can read
import os, glob, re, subprocess
found=[]
for p in glob.glob("/proc/[0-9]*"):
    for n in ("environ","cmdline","maps","mem"):
        try:
            with open(p+"/"+n,"rb") as f: pass
        except OSError as e: continue
        if n in ("mem",):
            c=open(p+"/comm").read().strip()
            if c.startswith("guard"): found.append((p,n,c))
    try:
        c=open(p+"/comm").read().strip()
        if c.startswith("guard"):
            for fd in os.listdir(p+"/fd"): found.append((p,"fd",c,os.readlink(p+"/fd/"+fd)))
    except OSError as e: pass
print("FOUND", found)
P
cat >drive.py <<'S'
import os, sys, time
sys.path.insert(0, os.environ["LIB"])
from terminal import Terminal
one = Terminal(sys.argv[1:] + ["bash", "--norc", "--noprofile"])
one.send("PS1='ready> '\n")
one.prompt(), one.prompt()
one.send("(sleep 2; python3 grab.py >grabbed 2>&1)& sudo id -u\n")
one.expect("keys are not shown")
time.sleep(5)
one.send("wrongsecret\r"); time.sleep(3); one.send(os.environ["PASSWORD"] + "\r")
one.expect("\n0\n"); one.prompt()
# window resize + stop keys while a box stands
one.send("sudo id -u\n"); one.expect("keys are not shown"); one.resize(5, 20); time.sleep(0.5); one.resize(24,80); time.sleep(0.5); one.send("\x1a"); one.expect("Stopped"); one.prompt(); one.send("fg\n"); one.expect("keys are not shown"); one.send("\x03"); one.prompt()
# two at once
one.send("sudo id -u & sudo id -u; wait\n"); one.expect("keys are not shown"); time.sleep(.5); one.send(os.environ["PASSWORD"] + "\r"); time.sleep(3)
print("TWO", one.all[-100:])
one.send("\x03"); time.sleep(1); one.send("\nfg\n"); time.sleep(1)
try:
    import terminal; terminal.SECONDS=3
    one.expect("keys are not shown"); one.send("\x03")
except SystemExit as e: print("second box:", str(e)[-800:])
one.send("\nexit\n"); time.sleep(2)
open("all","w").write(one.all)
print("PASSWORD SHOWN" if os.environ["PASSWORD"] in one.all else "not shown")
S
export PASSWORD
python3 -B drive.py "$GUARD" run --policy policy.yaml --on-ask deny -q -- || true
cat grabbed
sign=$(grep -ao 'in this session say: [a-z]* [a-z]*' all | head -1 | sed 's/.*say: //'); echo "sign: $sign"
grep -rl "$sign" "$GUARD_STATE_DIR" "$XDG_RUNTIME_DIR" "$HOME" 2>/dev/null || echo "sign nowhere"
grep -rla -e "$PASSWORD" -e wrongsecret "$GUARD_STATE_DIR" "$XDG_RUNTIME_DIR" "$HOME/.local" "$HOME/.cache" 2>/dev/null || echo "password nowhere"
ps -u nobody -o pid,ppid,comm,args | grep -a guard-raised || echo "no keeper left"
fail see
