# SPDX-License-Identifier: Apache-2.0
# guard check of a command that is not installed says so, and still how it would be judged.
. "$LIB/case.sh"
guard check -- no-such-command-at-all >"$OUT" || fail "status $?"
assert_says "$OUT" "no such command is found here"
assert_says "$OUT" "starts (tier 0)"
guard check --json -- no-such-command-at-all | grep -q '"found":false' || fail "JSON does not say it"
guard check -- ls >"$OUT" || fail "status $?"
assert_silent "$OUT" "no such command"
guard check --json -- ls | grep -q '"found":true' || fail "JSON does not say that ls is there"
mkdir -p below
printf '#!/bin/sh\n' >below/tool
chmod +x below/tool
guard check --cwd below -- ./tool >"$OUT"
assert_silent "$OUT" "no such command"
guard check -- ./tool >"$OUT"
assert_says "$OUT" "no such command"
# Shell text from standard input is judged as if it stood there.
status=0
echo 'rm -rf /' | guard check --shell - >"$OUT" || status=$?
[[ $status -eq 4 ]] || fail "from standard input: status $status: $(<"$OUT")"
