# SPDX-License-Identifier: Apache-2.0
# A preview of what only changes mode, owner or attributes says from what to what, those of now first.
. "$LIB/case.sh"
with_undo
precious plain both
chmod 644 plain both
setfattr() { python3 -B -c 'import os, sys; os.setxattr(sys.argv[1], sys.argv[2], sys.argv[3].encode())' "$@"; }
attributes=yes
setfattr plain user.color red 2>/dev/null || attributes=
guard_run --on-ask allow --safe-mode off --session s -- bash -c 'chmod 600 plain; echo agent >both; chmod 4755 both'
assert_status 0
guard undo --dry-run --session s >"$OUT"
assert_says "$OUT" "put back mode, owner and times of $PWD/plain (15 B): mode 0600 -> 0644"
assert_says "$OUT" "put back the content of $PWD/both (14 B): mode 4755 -> 0644"
QUESTION=$(guard undo --dry-run --json --session s)
[[ $(json_of "[s['metadata'][0] for s in data['plan'] if s['path'].endswith('plain')][0]") == "mode 0600 -> 0644" ]] || fail "JSON: $QUESTION"
if [[ $(id -u) -eq 0 ]]; then
  guard_run --on-ask allow --safe-mode off --session o -- chown 12345:54321 plain
  assert_status 0
  guard undo --dry-run --session o >"$OUT"
  assert_says "$OUT" "owner 12345 -> root, group 54321 -> root"
  guard undo --yes --session o
fi
if [[ -n $attributes ]]; then
  guard_run --on-ask allow --safe-mode off --session x -- python3 -B -c 'import os
os.removexattr("plain", "user.color"); os.setxattr("plain", "user.shape", b"round")'
  assert_status 0
  guard undo --dry-run --session x >"$OUT"
  assert_says "$OUT" "attribute user.shape goes, attribute user.color comes back"
fi
