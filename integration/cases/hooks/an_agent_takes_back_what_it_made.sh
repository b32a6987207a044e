# SPDX-License-Identifier: Apache-2.0
# By guard mcp an agent lists what its session changed so far, and takes away what it made, some of it or all. Objects that were there
# before are told with the command for its user, and stay; so do those that somebody else put into its folders.
. "$LIB/case.sh"
with_undo
echo one >before
echo one >moved
cat >agent.py <<'PYTHON'
import json, os, subprocess, sys, time

mcp = subprocess.Popen([os.environ["PROGRAM"], "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
number = 0

def call(method, params):
    global number
    number += 1
    mcp.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
    mcp.stdin.flush()
    return json.loads(mcp.stdout.readline())["result"]

def tool(name, **arguments):
    result = call("tools/call", {"name": name, "arguments": arguments})
    return result["structuredContent"] if not result.get("isError") else result

call("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}})
here = os.getcwd()
os.makedirs("new/deep")
for path in ("new/a", "new/deep/b", "other"):
    open(path, "w").write("made\n")
open("before", "w").write("changed\n")
os.rename("moved", "renamed")
listed = tool("list_changes")
kinds = {change["path"][len(here) + 1:]: change["kind"] for change in listed["changes"]}
assert kinds == {"new": "made", "new/a": "made", "new/deep": "made", "new/deep/b": "made", "other": "made",
                 "before": "changed", "renamed": "moved"}, kinds
assert [c["from"] for c in listed["changes"] if c["kind"] == "moved"] == [here + "/moved"], listed
assert "guard undo --session " in listed["to_take_back"], listed
gone = tool("undo_made", paths=[here + "/other"])
assert gone["removed"] == [here + "/other"] and gone["left"] == [], gone
assert not os.path.exists("other") and os.path.exists("new/a")
open("ready", "w").close()
while not os.path.exists("new/deep/theirs"):
    time.sleep(0.05)
os.unlink("ready")
gone = tool("undo_made")
assert set(gone["removed"]) == {here + "/new/a", here + "/new/deep/b"}, gone
assert {one["path"] for one in gone["left"]} == {here + "/new", here + "/new/deep"}, gone
assert tool("undo_made", paths=["relative"]).get("isError"), "a relative path was taken"
mcp.stdin.close()
mcp.wait()
print("all of it")
PYTHON
PROGRAM=$GUARD start_guarded --on-ask deny -- python3 -B agent.py
until_true 20 test -e ready || fail "it did not come so far: $(<"$ERR")"
echo theirs >new/deep/theirs
finish_guarded
assert_says "$OUT" "all of it"
assert_status 0
assert_content before changed
assert_content renamed one
assert_content new/deep/theirs theirs
assert_missing new/a new/deep/b other
# Outside of a session there is nothing to list.
printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}' \
  '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_changes","arguments":{}}}' | guard mcp >"$OUT"
assert_says "$OUT" "outside of a session"
