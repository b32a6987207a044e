# SPDX-License-Identifier: Apache-2.0
# A file that is asked for a second time was given back already, and guard says by which undo; the list
# leaves such a session out, says how much it keeps, and marks it with --all. audit list --undo marks the
# act, and the report has the figure of the list.
. "$LIB/case.sh"
with_undo
precious a b
guard_run --on-ask deny --session s -- bash -c 'echo x >a; echo y >b; rm b'
guard undo --yes a >"$OUT"
undo=$(grep -o 'undo-[0-9a-f]*' "$OUT")
for words in a s:1 "$PWD/a"; do
  guard undo --yes "$words" >"$OUT" 2>"$ERR" || fail "$words: $(<"$ERR")"
  assert_says "$OUT" "nothing is left to give back"
  assert_says "$OUT" "1 file was given back by $undo"
  assert_says "$OUT" "to revert: guard undo --session $undo"
done
QUESTION=$(guard undo --yes --json a)
[[ $(json_of "data['given_back'] == 0 and data['given_back_by'][0]['undo'] == '$undo'") == true ]] || fail "JSON: $QUESTION"
wait_for_closing
guard audit list --undo --session s >"$OUT"
[[ $(grep -c 's:1 given back' "$OUT") -eq 1 && $(grep -c 'given back' "$OUT") -eq 1 ]] || fail "the list: $(<"$OUT")"
kept=$(guard undo --list --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["bytes"])')
[[ $kept -gt 0 ]] || fail "nothing is kept"
figure=$(guard undo --list | awk '$1 == "s"' | grep -o '[0-9.]* k\?B' | tail -1)
guard audit report s >"$OUT"
assert_says "$OUT" "$figure are kept on the disk"
guard undo --list >"$OUT"
grep -q '^s .* [0-9]* files\? ' "$OUT" || fail "the list: $(<"$OUT")"
guard undo --yes --session s
guard undo --list >"$OUT"
! grep -q '^s ' "$OUT" || fail "it is listed: $(<"$OUT")"
assert_says "$OUT" "(1 session of which all was given back"
guard undo --list --all >"$OUT"
grep -q '^s .* given back ' "$OUT" || fail "--all: $(<"$OUT")"
assert_silent "$OUT" "0 files"
# Hunks that went back before are named, and what an undo of all gave back is counted as it said itself.
seq 20 >f
guard_run --on-ask deny --session h -- bash -c 'sed -i -e "s/^2$/two/" -e "s/^18$/eighteen/" f; echo new >made'
guard review h f --discard-hunks 1 >"$OUT"
step=$(grep -o 'undo-[0-9a-f]*' "$OUT")
guard undo --session h --dry-run >"$OUT"
assert_says "$OUT" "already taken back: hunk 1 of f, by $step ("
assert_says "$OUT" "; to revert: guard undo --session $step"
assert_says "$OUT" "1 file or folder that the session made stays; guard undo --all --session h takes it away, too"
guard undo --all --session h --yes >"$OUT"
undo=$(grep -o 'undo-[0-9a-f]*' "$OUT")
restored=$(grep -o 'restored [0-9]* files' "$OUT" | grep -o '[0-9]*')
guard undo --session h >"$OUT"
assert_says "$OUT" "$restored files were given back by $undo"
assert_says "$OUT" "already taken back: hunk 1 of f, by $step ("
