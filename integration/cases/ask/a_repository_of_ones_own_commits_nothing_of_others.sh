# SPDX-License-Identifier: Apache-2.0
# A file that another session wrote is not committed because this session committed it to a repository that it made
# itself.
# timeout: 120
. "$LIB/case.sh"
with_undo
git init -q . && git config user.email a@example.org && git config user.name a
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
mkdir src
echo b >src/b.txt
git add . && git commit -qm start
start_guarded --session first -- sh -c 'echo first >>src/b.txt; echo new >src/new.txt; touch ready; until [ -e stop ]; do sleep 0.02; done'
until_true 20 test -e ready
sleep 1.5 # the list of what was made is written once a second
for name in b.txt new.txt; do
  cp "src/$name" "$CASE_ROOM/$name"
  guard_run --on-ask deny --session second -- sh -c "cd src && git init -q . && git add $name && git commit -qm x && echo other >$name"
  assert_recorded "r['rule'] == 'collision' and r['decision'] == 'deny'"
  cmp "src/$name" "$CASE_ROOM/$name" || fail "src/$name is another one"
  rm -rf src/.git
done
# Committed where everybody's files are it is free.
git add . && git commit -qm first
guard_run --on-ask deny --session second -- sh -c 'echo other >src/b.txt'
assert_status 0
assert_content src/b.txt other
touch stop
finish_guarded
