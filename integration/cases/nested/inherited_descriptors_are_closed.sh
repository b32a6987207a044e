# SPDX-License-Identifier: Apache-2.0
# A guard run inside of a session closes what it inherits too: its policy may be stricter than the one under which
# the file was opened.
. "$LIB/case.sh"
guard_run -- bash -c 'echo mine >mine; "$0" run -- bash -c "echo x >&9; exec 9>new && echo free" 9>>mine; "$0" run --fail-on ask -- bash -c "{ echo x >&9; } 2>/dev/null || echo closed" 9>>mine; "$0" run --keep-fd 9 -- bash -c "echo kept >&9" 9>>mine; "$0" run -- bash -c "read -r word <&9; echo \$word" 9< <(echo pipe); "$0" run --keep-fd 9 -- true; echo $?' "$GUARD"
assert_status 0
assert_content mine $'mine\nkept'
assert_content "$OUT" $'free\nclosed\npipe\n125'
[[ $(grep -c '^guard: closed 1 inherited descriptor: 9 (./mine, open for writing): --keep-fd 9 keeps it' "$ERR") -eq 2 ]] || fail "not two notices"
assert_recorded "r['act'] == 'exec' and '--keep-fd' in r['argv']"
