# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# An undo to a checkpoint makes folders anew that the session had made and removed: a later undo of all takes them away, with what
# moved back into them, also after the same point once more, and where the first undo was undone.
. "$LIB/case.sh"
with_undo
tree() { { find a d e q r notes y p -print 2>/dev/null || true; } | sort; }
number=0
way() { # SCRIPT POINT again|back|once
  rm -rf a d e q r notes y p
  precious a notes/todo.txt
  local before after point name="s$((++number))" step
  before=$(tree)
  guard_run --on-ask allow --session $name -- bash -c "$1"
  assert_status 0
  wait_for_closing
  after=$(tree)
  guard undo --session $name --to "$2" --yes >"$OUT" 2>&1 || fail "to the point: $(<"$OUT")"
  point=$(tree)
  [[ $point != "$after" ]] || fail "nothing happened: $1"
  step=$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)
  if [[ $3 == back ]]; then
    guard undo --session "$step" --yes >"$OUT" 2>&1 || fail "back: $(<"$OUT")"
    [[ $(tree) == "$after" ]] || fail "back of $1: $(tree)"
  elif [[ $3 == again ]]; then
    guard undo --session $name --to "$2" --yes >"$OUT" 2>&1 || true # there may be nothing to do
    [[ $(tree) == "$point" ]] || fail "again of $1: $(tree)"
  fi
  guard undo --session $name --all --yes >"$OUT" 2>&1 || fail "all of $1: $(<"$OUT")"
  [[ $(tree) == "$before" ]] || fail "all of $1, $3: $(tree)"
  assert_untouched a notes/todo.txt
}
for how in once back again; do
  way 'mkdir d; echo 1 >d/x; touch p; rm -r d; touch y' 'rm -r d' $how
  way 'mkdir -p d/e; echo 1 >d/e/x; mv d q; touch y; mv q/e r; rm -r q' 'touch y' $how
  way 'mkdir d; echo 1 >d/x; touch p; mv d/x d/y; rm -r d; touch y' 'mv d/x d/y' $how
  way 'sed -i s/p/P/ notes/todo.txt; mkdir d; mv notes/todo.txt d/; rmdir notes; touch p; rm -r d; touch y' 'touch p' $how
  way 'mkdir d; cp a d/; touch p; rm d/a; rmdir d; mkdir d; echo new >d/z' 'rm d/a' $how
done
# A folder of before that somebody removed is nobody's.
rm -rf a d e q r notes y p
precious notes/todo.txt
guard_run --on-ask allow --session gone -- bash -c 'mv notes/todo.txt y; touch p'
wait_for_closing
rmdir notes
guard undo --session gone --to 'mv notes' --yes >"$OUT" 2>&1 || fail "to the point: $(<"$OUT")"
assert_untouched notes/todo.txt
guard undo --session gone --all --yes >"$OUT" 2>&1 || true
assert_untouched notes/todo.txt
