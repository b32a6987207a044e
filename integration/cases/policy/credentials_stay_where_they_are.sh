# SPDX-License-Identifier: Apache-2.0
# The agent itself reads its credentials and writes them anew, also by a file that takes their place. It gives them no
# other name and no other readers, and puts nothing that leads elsewhere under theirs. A program that it starts is the
# agent only as the very script, without other code beside it.
. "$LIB/case.sh"
with_undo
precious .keep
mkdir -p "$HOME/tools/node_modules/mine" "$HOME/.mine/data"
printf 'token\n' >"$HOME/.mine/auth.json"
chmod 600 "$HOME/.mine/auth.json"
python=$(basename "$(readlink -f "$(command -v python3)")")
cat >"$CASE_ROOM/mine.yaml" <<YAML
version: 1
profiles:
  mine: {command: mine, launches: [python3, $python], state: ~/.mine, secrets: auth.json, settings: [settings.json, "hooks/**"]}
YAML
agent=$HOME/tools/node_modules/mine/mine
cat >"$agent" <<'PYTHON'
#!/usr/bin/env python3
import os, subprocess, sys
own = os.path.expanduser("~/.mine/")
token = own + "auth.json"
def tried(name, act):
    try:
        act()
        print(name, flush=True)
    except OSError:
        pass
def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
def keeps_it():
    tried("was-read", lambda: open(token, encoding="utf-8").read())
    tried("was-opened", lambda: os.chmod(token, 0o644))
    tried("was-written-beside", lambda: write(own + "auth.new", "token\n"))
    tried("took-its-place", lambda: os.replace(own + "auth.new", token))
    tried("was-closed", lambda: os.chmod(token, 0o600))
    tried("got-another-name", lambda: os.rename(token, own + "data/copy"))
    tried("got-a-second-name", lambda: os.link(token, own + "data/link"))
    tried("made-settings-a-folder", lambda: os.mkdir(own + "settings.json"))
    tried("made-a-folder-of-hooks", lambda: os.mkdir(own + "hooks"))
    tried("was-removed", lambda: os.unlink(token))
    tried("leads-elsewhere", lambda: os.symlink("/tmp/elsewhere", token))
def starts(*words):
    print(subprocess.run(["python3", *words], capture_output=True, text=True, check=False).stdout, flush=True)
here = os.path.abspath(sys.argv[0])
if sys.argv[1:] == ["keep"]:
    keeps_it()
elif sys.argv[1:] == ["again"]:
    starts(here, "read")
elif sys.argv[1:] == ["otherwise"]:
    starts("-c", "print(open('%s').read())" % token, here)
elif sys.argv[1:] == ["read"]:
    print(open(token, encoding="utf-8").read())
PYTHON
chmod +x "$agent"

guard_run --on-ask deny --profile "$CASE_ROOM/mine.yaml" -- "$agent" otherwise
assert_silent "$OUT" token
guard_run --on-ask deny --profile "$CASE_ROOM/mine.yaml" -- "$agent" again
assert_says "$OUT" token
guard_run --on-ask deny --profile "$CASE_ROOM/mine.yaml" -- "$agent" keep
for what in was-read was-written-beside took-its-place was-closed made-a-folder-of-hooks was-removed; do
  assert_says "$OUT" "$what"
done
for what in was-opened got-another-name got-a-second-name made-settings-a-folder leads-elsewhere; do
  assert_silent "$OUT" "$what"
done
assert_missing "$HOME/.mine/data/copy" "$HOME/.mine/data/link"
