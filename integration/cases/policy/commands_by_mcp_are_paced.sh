# SPDX-License-Identifier: Apache-2.0
# A command that an agent has guard mcp run counts as its own, like one that it starts itself: the eleventh that asks
# within an hour is denied unasked.
. "$LIB/case.sh"
precious before/one
mkdir -p "$HOME/tools"
cat >"$HOME/tools/claude" <<'PYTHON'
#!/usr/bin/env python3
import json, subprocess, sys
server = subprocess.Popen([sys.argv[1], "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def call(number, method, **params):
    print(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}), file=server.stdin, flush=True)
    return server.stdout.readline()
call(0, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "x", "version": "1"})
print(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}), file=server.stdin, flush=True)
for number in range(1, 12):
    call(number, "tools/call", name="run_command", arguments={"command": "rm -r ./before", "confirmed": True})
server.stdin.close()
server.wait()
PYTHON
chmod +x "$HOME/tools/claude"
guard_run --on-ask deny -- "$HOME/tools/claude" "$GUARD"
assert_status 0
assert_untouched before/one
assert_recorded "r['rule'] == 'pace.asked' and r['argv'] == ['rm', '-r', './before']"
