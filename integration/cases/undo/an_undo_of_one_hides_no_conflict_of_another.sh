# SPDX-License-Identifier: Apache-2.0
# A change by a person after the session is a conflict, also after something else of the session was
# given back, and after an undo that skipped it.
. "$LIB/case.sh"
with_undo
precious notes other gone
guard_run --on-ask allow --session s -- bash -c 'echo agent >notes; echo agent >other; rm gone'
assert_status 0
sleep 0.1
echo human >>notes
echo human >gone
conflicts() { # WORD...
  status=0
  guard undo "$@" --session s >"$OUT" 2>"$ERR" || status=$?
  assert_status 3
  [[ $(cat notes) == $'agent\nhuman' && $(<gone) == human ]] || fail "the person's words are gone"
}
conflicts --yes
guard undo --yes other
assert_untouched other
conflicts --yes
status=0
guard undo --yes --session s --conflicts skip >"$OUT" 2>"$ERR" || status=$?
assert_status 1
conflicts --yes
undo=$(guard undo --list --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[-1]["session"])')
guard undo --yes --session "$undo" || true
conflicts --yes
guard undo --yes --session s --conflicts overwrite
assert_untouched notes other gone
