# SPDX-License-Identifier: Apache-2.0
# `git worktree add ../x` is one question. From then on ../x is the workspace's: its files are written and committed
# unasked, its secrets and settings are asked about, and so is a folder that only pretends to be one.
. "$LIB/case.sh"
with_undo
git() { command git -c user.email=a@b -c user.name=A "$@"; }
mkdir main precious_folder
echo old >precious_folder/file
cd main
git init -q -b main .
mkdir src .vscode
for ((i = 0; i < 30; i++)); do echo "line $i" >"src/f$i"; done
echo '{}' >.vscode/settings.json
git add -A
git commit -qm one

# Everybody but the one who adds the work tree hears no. The file `.git` and settings are no ordinary files there either.
start_guarded --on-ask wait -- bash -c 'export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
set -e
git worktree add -q ../x -b feature
cd ../x
echo more >>src/f1; rm src/f2; mkdir new; echo new >new/file; sed -i s/line/row/ src/f3
git add -A; git commit -qm two; git checkout -q -b other
git worktree add -q inner -b inner
touch ordinary-is-done
if echo "rm x" >.git; then exit 7; fi
if echo "{1}" >.vscode/settings.json; then exit 8; fi
if echo stolen >../precious_folder/file; then exit 9; fi
git worktree remove inner
echo end'
wait_for_question
[[ $(json_of "data[0]['what']") == *"$WORKSPACE/x"* ]] || fail "asked first: $(json_of "data[0]['what']")"
guard approve "$question_id"
until_true 20 test -e ../x/ordinary-is-done || fail "it asked: $(guard pending --json)"
: >"$CASE_ROOM/asked"
while kill -0 "$guard_pid" 2>/dev/null; do
  if one_question_waits; then
    json_of "data[0]['what']" >>"$CASE_ROOM/asked"
    guard deny "$question_id" >/dev/null || true
  else
    sleep 0.1
  fi
done
finish_guarded
assert_says "$OUT" end
assert_status 0
# An act of the kind that was just denied is refused without another question.
[[ $(<"$CASE_ROOM/asked") == *x/.git*precious_folder* ]] || fail "asked: $(<"$CASE_ROOM/asked")"
[[ $(wc -l <"$CASE_ROOM/asked") -le 3 ]] || fail "asked: $(<"$CASE_ROOM/asked")"
assert_content "$WORKSPACE/x/.vscode/settings.json" '{}'
[[ $(git -C ../x log --format=%s -1) == two ]] || fail "not committed"
assert_content "$WORKSPACE/precious_folder/file" old

# A folder of before is none, whatever names it.
mkdir ../other
echo kept >../other/file
mkdir -p .git/worktrees/forged
printf '%s/other/.git\n' "$WORKSPACE" >.git/worktrees/forged/gitdir
guard_run --on-ask deny -- bash -c 'echo stolen >../other/file'
assert_status_not 0
assert_content "$WORKSPACE/other/file" kept
