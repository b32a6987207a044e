# SPDX-License-Identifier: Apache-2.0
# The tree lives on with leases of what it changed, and runs what it changed: the undo does not wait
# for that. The name gets a new file with what it had, and the undo says so; where there are further
# names, or nothing can be read, it says who is in the way. Undone again the tree's work is back.
. "$LIB/case.sh"
with_undo
mkdir w
cd w
precious few leased written twin
ln twin twin2
cp /usr/bin/sleep program
cp /usr/bin/sleep closed
chmod 555 closed
remember .
cat >"$CASE_ROOM/tree.py" <<'PY'
import fcntl, os, pathlib, signal, subprocess, sys, time
signal.signal(signal.SIGIO, signal.SIG_IGN)
os.chmod("closed", 0o755)
for name in ("program", "closed"):
    with open("/usr/bin/cat", "rb") as source, open(name, "r+b") as file:
        file.truncate()
        file.write(source.read())
os.chmod("closed", 0o555)
for name in ("program", "closed"):
    subprocess.Popen(["./" + name], stdin=subprocess.PIPE)
held = []
for name, lease in (("leased", fcntl.F_RDLCK), ("twin", fcntl.F_RDLCK), ("written", fcntl.F_WRLCK)):
    pathlib.Path(name).write_text("agent\n")
    held.append(os.open(name, os.O_RDONLY))
    fcntl.fcntl(held[-1], fcntl.F_SETLEASE, lease)
print(os.getpid(), flush=True)
while not os.path.exists(sys.argv[1]):
    time.sleep(0.01)
print(open(held[0]).read(), end="", flush=True)
PY
start_guarded --on-ask deny --session s -- python3 -B "$CASE_ROOM/tree.py" "$CASE_ROOM/end"
until_true 20 test -s "$OUT"
tree=$(<"$OUT")
undone=0
timeout 20 "$GUARD" undo --json --yes --session s >"$CASE_ROOM/undo" 2>&1 || undone=$?
touch "$CASE_ROOM/end"
finish_guarded
assert_says "$OUT" agent
[[ $undone -eq 1 ]] || fail "status $undone"
QUESTION=$(<"$CASE_ROOM/undo")
first=$(json_of "data['undo']")
note() { json_of "' '.join(s.get('note', '') for s in data['steps'] if s['path'].endswith('/$1'))"; }
for name in leased program closed; do
  [[ $(note "$name") == process*"given back as a new file"* ]] || fail "of $name: $(note "$name")"
done
[[ $(note twin) == "process $tree has a lease of it, and it has further names"* ]] || fail "of twin: $(note twin)"
[[ $(note written) == "process $tree has a lease of it, and it cannot be read"* ]] || fail "of written: $(note written)"
assert_untouched leased
cmp program /usr/bin/sleep
assert_content twin2 agent

guard undo --yes --session s >"$CASE_ROOM/undo"
assert_as_remembered .
second=$(grep -o 'undo-[0-9a-f]*' "$CASE_ROOM/undo")
guard undo --yes --session "$second"
guard undo --yes --session "$first"
for name in leased written twin twin2; do assert_content "$name" agent; done
cmp program /usr/bin/cat
cmp closed /usr/bin/cat
