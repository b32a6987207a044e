# SPDX-License-Identifier: Apache-2.0
# The copy that the undo store keeps of a secret that was changed, replaced or deleted is out of
# reach of this session, of one beside it and of a later one; undo gives it back all the same, and
# what that replaces is out of reach, too.
. "$LIB/case.sh"
with_undo
canary=canary-$RANDOM$RANDOM$RANDOM
for name in changed replaced deleted; do mkdir $name; echo "$name=$canary" >$name/.env; done
echo "plain=$canary" >plain.txt
cat >search.sh <<'SEARCH'
shopt -s nullglob
cd "$GUARD_STATE_DIR/undo" || exit
for file in */content/*; do
  # Not grep: it asks with O_NONBLOCK, and gets EAGAIN.
  while IFS= read -r line; do echo "$1 read $line"; done 2>/dev/null <"$file"
done
SEARCH
start_guarded --session first -- bash -c '
  echo new >changed/.env; echo new >made; mv made replaced/.env; rm deleted/.env
  echo new >plain.txt
  bash search.sh inside
  touch kept; until [[ -e done ]]; do sleep 0.05; done'
for name in changed replaced deleted; do
  wait_for_question
  guard approve "$question_id"
done
until_true 30 test -e kept || fail "$(<"$ERR")"
timeout 30 "$GUARD" run -- bash search.sh beside >"$CASE_ROOM/beside" 2>&1
touch done
finish_guarded
assert_status 0
wait_for_closing # until then grep, which waits for nobody, cannot open them outside either
for name in changed replaced deleted; do
  grep -rqs "$name=$canary" "$GUARD_STATE_DIR/undo" || fail "nothing was kept of $name"
done
timeout 30 "$GUARD" run -- bash search.sh later >"$CASE_ROOM/later" 2>&1
for said in "$OUT" "$CASE_ROOM/beside" "$CASE_ROOM/later"; do
  assert_says "$said" "read plain=$canary" # the search works
  for name in changed replaced deleted; do
    ! grep -q "$name=$canary" "$said" || fail "read: $(<"$said")"
  done
done
"$GUARD" undo --session first -y >"$CASE_ROOM/undone" 2>&1 || fail "$(<"$CASE_ROOM/undone")"
for name in changed replaced deleted; do
  [[ $(<$name/.env) == "$name=$canary" ]] || fail "$name: $(<$name/.env) $(<"$CASE_ROOM/undone")"
done
