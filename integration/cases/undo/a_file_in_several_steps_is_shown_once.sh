# SPDX-License-Identifier: Apache-2.0
# A file that was edited, removed and written again is one step of the preview, with what is there now beside what comes
# back. An undo of one file is one change in the list.
. "$LIB/case.sh"
with_undo
precious src/app.py
guard_run --on-ask allow --session s -- bash -c 'echo "# avg" >>src/app.py; rm src/app.py; echo new >src/app.py'
assert_status 0
guard undo --session s --dry-run >"$OUT" 2>"$ERR"
[[ $(grep -c '^put back\|^bring back' "$OUT") == 1 ]] || fail "more than one step: $(<"$OUT")"
assert_says "$OUT" '-new'
assert_says "$OUT" '+precious src/app.py'
assert_silent "$OUT" '# avg'
# As JSON each step stands by itself.
[[ $(guard undo --session s --dry-run --json | python3 -c 'import json, sys; print(len(json.load(sys.stdin)["plan"]))') -ge 2 ]] ||
  fail "a step is missing"
guard undo --session s --yes >"$OUT" 2>"$ERR"
assert_untouched src/app.py

precious notes.txt
guard_run --on-ask allow --session one -- bash -c 'echo x >notes.txt'
guard undo --session one --yes >"$OUT" 2>"$ERR"
assert_says "$OUT" 'restored 1 file'
undo=$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)
guard undo --list >"$OUT"
grep "^$undo " "$OUT" | grep -q ' 1 file ' || fail "the undo of one file is listed as: $(grep "^$undo " "$OUT")"

# The acts of a session say how each is named.
guard undo --list --session "$undo" >"$OUT"
assert_says "$OUT" "$undo:N names one act"
assert_says "$OUT" 'WHEN ('
TZ=CET-1 guard undo --list --session "$undo" >"$OUT"
assert_says "$OUT" 'WHEN (CET)'
TZ=CET-1 guard undo --list --utc >"$OUT"
assert_says "$OUT" 'STARTED (UTC)'
