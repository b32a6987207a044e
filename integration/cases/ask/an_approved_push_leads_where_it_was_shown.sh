# SPDX-License-Identifier: Apache-2.0
# An answer for the session to a push, also behind env, nice or timeout, covers pushes to the repository that the
# question named and no other; where guard cannot tell where it leads, it covers that folder, or this push alone.
. "$LIB/case.sh"
with_undo
make_repository() { # NAME ORIGIN
  git init -q -b main "$1" && git -C "$1" config user.name a && git -C "$1" config user.email a@b
  git -C "$1" commit -q --allow-empty -m x && git -C "$1" remote add origin "$2"
}
for name in good evil; do git init -q --bare "$HOME/$name.git"; done
make_repository one "$HOME/good.git"
make_repository two "$HOME/evil.git"
arrived() { git -C "$HOME/$1.git" rev-parse -q --verify main >/dev/null; }
forget() { rm -rf "$HOME"/{good,evil}.git/refs/heads/main; }

for wrapper in 'env' 'nice' 'timeout 60'; do
  start_guarded -- bash -c "cd one && $wrapper git push -q origin main; cd ../two && $wrapper git push -q origin main"
  wait_for_question
  [[ $QUESTION == *good.git* ]] || fail "the question does not name the repository: $QUESTION"
  guard approve "$question_id" --scope session
  wait_for_question
  [[ $QUESTION == *evil.git* ]] || fail "the other push is not asked about: $QUESTION"
  guard deny "$question_id"
  finish_guarded
  arrived good || fail "behind $wrapper it did not arrive"
  ! arrived evil || fail "behind $wrapper it went where nobody had approved it"
  forget
done

# Through a shell guard does not follow it: what was approved in one folder is asked in another one.
cat >push.sh <<'SH'
env A=b git push -q origin main
SH
start_guarded -- bash -c 'cd one && sh ../push.sh; cd ../two && sh ../push.sh'
wait_for_question
guard approve "$question_id" --scope session
wait_for_question
guard deny "$question_id"
finish_guarded
arrived good || fail "it did not arrive"
! arrived evil || fail "it went where nobody had approved it"
forget

# An environment of its own may lead it anywhere.
start_guarded -- bash -c 'cd one; for i in 1 2; do GIT_CONFIG_COUNT=0 env A=b git push -q origin main; done'
wait_for_question
[[ $(json_of 'data[0]["scopes"]') == *once* && $(json_of 'data[0]["scopes"]') != *session* ]] || fail "offered: $(json_of 'data[0]["scopes"]')"
guard deny "$question_id"
wait_for_question
guard deny "$question_id"
finish_guarded

# The question tells the loss of a command behind a wrapper as that of the command itself.
cd one
echo of before >lost
start_guarded -- timeout 60 git clean -fdq
wait_for_question
[[ $QUESTION == *lost* ]] || fail "it does not name what goes: $QUESTION"
guard deny "$question_id"
finish_guarded
[[ -e lost ]] || fail "it is gone"
