# SPDX-License-Identifier: Apache-2.0
# `guard undo` shows a difference: no program that the tree left on PATH runs for it, no FIFO holds
# it up, no link leads it to another file; a difference that is cut says so.
. "$LIB/case.sh"
with_undo
mkdir bin
printf '#!/bin/sh\ntouch "%s"\n' "$RAN" >bin/diff
chmod +x bin/diff
export PATH=$PWD/bin:$PATH
precious plain fifo link secret
seq 400000 >long
guard_run --on-ask deny --session s -- bash -c 'echo agent >plain; echo agent >fifo; echo agent >link
  seq 400001 800000 >long'
assert_status 0
is_over() { "$GUARD" undo --list --json | python3 -c 'import json, sys; sys.exit(json.load(sys.stdin)[-1]["running"])'; }
until_true 5 is_over || fail "the session does not end"
sleep 0.02
rm fifo link
mkfifo fifo
ln -s secret link
status=0
POSIXLY_CORRECT=1 timeout 20 "$GUARD" undo --dry-run --session s >"$OUT" 2>"$ERR" </dev/null || status=$?
assert_status 3
assert_nothing_ran the preview
assert_says "$OUT" "+precious plain"
assert_silent "$OUT" "-precious secret"
assert_says "$OUT" "no difference can be shown: it is no file now"
assert_says "$OUT" "the rest of the difference is not shown"
status=0
timeout 20 "$GUARD" undo --yes --session s --conflicts overwrite </dev/null || status=$?
assert_status 0
assert_untouched plain fifo link secret
assert_nothing_ran giving it back
