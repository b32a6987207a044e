# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# A No for the session holds against every Yes, whichever came first: categories that are approved later, an answer
# that was remembered for a search, the lease of a command. It holds for searches of whole trees as it does for cat.
. "$LIB/case.sh"
with_undo
echo TOKEN=canary >.env
echo TOKEN=plain >plain
precious data/1 data/2 other/1
git init -q --bare "$CASE_ROOM/remote.git"
git init -q repo && git -C repo config user.email a@b && git -C repo config user.name a
git -C repo commit -q --allow-empty -m one && git -C repo remote add origin "$CASE_ROOM/remote.git"
git -C repo push -q -u origin HEAD && git -C repo commit -q --allow-empty -m two
before=$(git -C "$CASE_ROOM/remote.git" rev-parse --all)
# An ordinary user is asked about the search, root about each of its reads.
export SEARCH="grep -r TOKEN ."
((EUID != 0)) || SEARCH=true
start_guarded --session shop -- bash -c '
  $SEARCH >/dev/null; cat .env; cd repo; git push -q; cd ..; rm -r data
  until [[ -e go ]]; do sleep 0.05; done
  cat .env; cp .env copy
  grep -r TOKEN .; tar cf all.tar .env plain
  cd repo; git push -q; cd ..
  rm -r data; rm -r other data; echo the end'
next() { # WORD... of guard, after the question's id
  local before=${question_id:-}
  is_another() { wait_for_question && [[ $question_id != "$before" ]]; }
  until_true 20 is_another || fail "no other question: $(guard pending)"
  guard "$1" "$question_id" "${@:2}" >"$CASE_ROOM/answer" || fail "$(<"$CASE_ROOM/answer")"
}
((EUID == 0)) || next approve --scope session
for _ in cat push rm; do next deny --scope session; done
guard approve-session -s shop --categories FS_CONFIG_SECRETS,GIT_PUBLISH,FS_DELETE_OVERWRITE >"$CASE_ROOM/said"
assert_says "$CASE_ROOM/said" "approved for session shop"
assert_says "$CASE_ROOM/said" "stays denied: acts of $PWD/.env"
assert_says "$CASE_ROOM/said" "stays denied: git push"
touch go
finish_guarded
assert_status 0
assert_says "$OUT" "the end"
assert_says "$OUT" "TOKEN=plain"
assert_silent "$OUT" canary
assert_missing copy
! grep -q canary all.tar 2>/dev/null || fail "tar has it"
[[ $(git -C "$CASE_ROOM/remote.git" rev-parse --all) == "$before" ]] || fail "it was pushed"
assert_exists data/1 data/2 other/1
assert_says "$ERR" "denied before by $(id -un) (guard deny)"
