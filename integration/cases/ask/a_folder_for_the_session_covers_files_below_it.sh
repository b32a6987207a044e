# SPDX-License-Identifier: Apache-2.0
# A folder that is answered for the session covers what is deleted below it later, by whatever way: a program that
# deletes file by file, `rm -rf` of a folder in it, a loop. Beside it all is asked as ever, and so are what steers
# programs, secrets, and a wildcard's list.
. "$LIB/case.sh"
with_undo
fill() {
  local i
  for i in 1 2 3 4 5 6 7; do precious "$1/$i"; done
}
fill photos/a && fill photos/b && fill photos/c && fill photos/d && fill photos/e && fill photoshop
mkdir -p photos/e/.vscode && echo '{}' >photos/e/.vscode/settings.json
gone() { [[ $(guard pending --json) != *"$1"* ]]; }
rmtree='import shutil, sys; shutil.rmtree(sys.argv[1], ignore_errors=True)'
start_guarded --session asked -- bash -c '
  rm -r photos/a
  python3 -c "$0" photos/b
  rm -rf photos/c
  find photos/d -type f | while read -r file; do rm "$file"; done
  python3 -c "$0" photos/e
  python3 -c "$0" photoshop
  rm photos/e/.vscode/s*' "$rmtree"
wait_for_question
[[ $(json_of "data[0]['pattern']") == "$PWD/photos/a" ]] || fail "offered: $QUESTION"
guard approve "$question_id" --scope session --pattern "$PWD/photos/**" >/dev/null
# These alone are asked of all that follows.
until_true 20 gone "$question_id"
wait_for_question
[[ $(json_of "data[0]['what']") == *"photos/e/.vscode/settings.json"* ]] || fail "asked: $QUESTION"
assert_missing photos/a photos/b photos/c photos/d/1 photos/d/7
guard deny "$question_id" >/dev/null
until_true 20 gone "$question_id"
wait_for_question
[[ $(json_of "data[0]['what']") == *"photoshop/"* ]] || fail "asked: $QUESTION"
guard deny "$question_id" >/dev/null
until_true 20 gone "$question_id"
wait_for_question
[[ $(json_of "data[0]['what']") == "rm photos/e/.vscode/settings.json"* ]] || fail "asked: $QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
assert_exists photos/e/.vscode/settings.json photoshop/7

# A question about one file offers its folder, and that covers the same.
export GUARD_UNDO=off
fill old && fill old/below && fill old/too
start_guarded --session offered -- bash -c 'rm old/1; python3 -c "$0" old/below; rm -rf old/too; rm photoshop/1' "$rmtree"
wait_for_question
[[ $(json_of "data[0]['pattern']") == "$PWD/old" ]] || fail "offered: $QUESTION"
guard approve "$question_id" --scope session >/dev/null
until_true 20 gone "$question_id"
wait_for_question
[[ $(json_of "data[0]['what']") == "rm photoshop/1 "* ]] || fail "asked: $QUESTION"
assert_missing old/1 old/below old/too
guard deny "$question_id" >/dev/null
finish_guarded
assert_exists old/2 photoshop/1
