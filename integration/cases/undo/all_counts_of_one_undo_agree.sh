# SPDX-License-Identifier: Apache-2.0
# The end of a run, the list, the plan, the result, and what the undo itself can be undone by, count the same files. A
# file whose content alone changed is put back, not taken away and brought back.
. "$LIB/case.sh"
with_undo
precious f g d/h gone
git init -q . && git -c user.name=a -c user.email=a@b add -A && git -c user.name=a -c user.email=a@b commit -qm first
left_of() { guard undo --list --all | awk -v s="$1" '$1 == s' | grep -o '[0-9]* files\?' | head -1; }
restored_by() { guard undo --session "$1" --yes >"$OUT" && grep -o 'restored [0-9]* files\?' "$OUT" | cut -d' ' -f2-; }
planned_by() {
  guard undo --session "$1" --dry-run >"$OUT"
  grep ' in all$' "$OUT" | grep -o '^[0-9]* files\?' || true
}
guard_run --on-ask allow --session s -- bash -c '
  export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
  echo 1 >>f; rm f; echo 2 >f; echo 3 >>g; rm gone; echo 4 >>d/h; git stash -q; git stash pop -q'
assert_status 0
left=$(left_of s)
[[ -n $left ]] || fail "the list: $(guard undo --list)"
plan=$(planned_by s)
[[ $plan == "$left" ]] || fail "left $left, planned $plan: $(<"$OUT")"
for path in f g d/h; do
  [[ $(grep -cE "(take away|bring back|put back the content of) $PWD/$path " "$OUT") == 1 ]] || fail "$path: $(<"$OUT")"
  assert_silent "$OUT" "take away $PWD/$path "
done
session=s
for _ in 1 2 3; do
  left=$(left_of "$session")
  guard undo --session "$session" --dry-run >"$OUT"
  [[ $(grep -cE "^(take away|bring back|put back the content of) $PWD/f " "$OUT") == 1 ]] || fail "of $session: $(<"$OUT")"
  assert_silent "$OUT" "take away $PWD/f "
  done=$(restored_by "$session")
  [[ $done == "$left" ]] || fail "of $session: left $left, restored $done"
  session=$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)
done
