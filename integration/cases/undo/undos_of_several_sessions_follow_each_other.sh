# SPDX-License-Identifier: Apache-2.0
# If two sessions changed the same things, the later one is undone first, then the other: what the
# first undo gave back is nobody's change. A file that a person wrote in between is.
. "$LIB/case.sh"
with_undo
run() { # SESSION SCRIPT
  guard_run --on-ask deny --session "$1" -- sh -c "$2"
  assert_status 0
  until_true 5 is_over || fail "the session does not end"
  sleep 0.02
}
is_over() { guard undo --list --json | python3 -c 'import json, sys; sys.exit(any(s["running"] for s in json.load(sys.stdin)))'; }
precious f gone three
chmod 640 f
run a 'echo 1 >f; echo 1 >gone; echo 1 >three'
run b 'echo 2 >f; chmod 600 f; rm gone; echo 2 >three'
run c 'echo 3 >three'
guard undo --yes --session c
guard undo --yes --session b
assert_content f 1
guard undo --yes --session a || fail "status $?"
assert_untouched f gone three
[[ $(stat -c %a f) == 640 ]] || fail "the mode is $(stat -c %a f)"

# Before the second session, after it, after its undo: a person's change stays one.
for moment in before after last; do
  precious f
  run "a-$moment" 'echo 1 >f'
  [[ $moment != before ]] || echo mine >f
  run "b-$moment" 'chmod 600 f; echo 2 >f'
  if [[ $moment == after ]]; then echo mine >f; fi
  guard undo --yes --session "b-$moment" --conflicts skip >"$OUT" 2>"$ERR" || true
  if [[ $moment == last ]]; then echo mine >f; fi
  status=0
  guard undo --yes --session "a-$moment" >"$OUT" 2>"$ERR" || status=$?
  [[ $status -eq 3 ]] || fail "$moment: status $status"
  assert_content f mine
done

# Renaming it back leaves what a person wrote in between.
precious f
run a-move 'echo 1 >f'
run b-move 'mv f g'
echo mine >g
guard undo --yes --session b-move
status=0
guard undo --yes --session a-move 2>"$ERR" || status=$?
assert_status 3
assert_content f mine
