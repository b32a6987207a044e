# SPDX-License-Identifier: Apache-2.0
# guard run --ci returns when its record is closed: the next step of a pipeline archives and verifies the whole of it.
. "$LIB/case.sh"
for i in 1 2 3; do
  guard run --ci -q -- true
  cp -a "$GUARD_STATE_DIR" "copy$i" 2>/dev/null || true
  guard audit verify --state-dir "copy$i" >"$OUT"
  assert_silent "$OUT" "not closed"
done
# guard does not wait for what runs on in the background.
guard run --ci -q -- bash -c 'setsid sleep 3 >/dev/null 2>&1 </dev/null & true'
guard audit sessions --json | python3 -c '
import json, sys
newest = json.load(sys.stdin)[-1]
assert "sleep 3" in " ".join(newest["command"]) and newest["state"] != "closed", newest' || fail "the run waited for its background"
