# SPDX-License-Identifier: Apache-2.0
# A hunk tells what differs from before, whoever wrote it: of a file that somebody changed since, hunks go back with a choice alone.
. "$LIB/case.sh"
with_undo
seq 1 60 >l.txt
guard_run --session s -- sed -i 's/^5$/five/' l.txt
wait_for_closing
sed -i 's/^50$/fifty/' l.txt
kept=$(<l.txt)
for way in "" "--conflicts skip" "--yes"; do
  status=0
  guard review s l.txt --discard-hunks 2 $way >"$OUT" 2>"$ERR" || status=$?
  assert_status 3
  assert_says "$ERR" "a hunk may hold that: --conflicts overwrite"
  [[ $(<l.txt) == "$kept" ]] || fail "$way: it was changed"
done
guard review s l.txt --discard-hunks 1 --conflicts overwrite >"$OUT" || fail "it was said: $(<"$OUT")"
[[ $(<l.txt) == "$(seq 1 60 | sed 's/^50$/fifty/')" ]] || fail "not the first hunk alone: $(<l.txt)"
status=0
guard review s --conflicts skip >"$OUT" 2>"$ERR" || status=$?
assert_status 2
assert_says "$ERR" "goes with --discard or --discard-hunks alone"
