# SPDX-License-Identifier: Apache-2.0
# A program that deletes file by file what was there before is asked about once, from the fifth on; what the
# session made goes unasked, and so does what a command of its own takes away.
. "$LIB/case.sh"
with_undo
fill() {
  local i
  for i in 1 2 3 4 5 6; do precious "src/a/$i" "src/b/$i"; done
}
count() { find src -type f | wc -l; }
remove_tree=(python3 -c 'import shutil; shutil.rmtree("src")')

fill
guard_run --on-ask deny --session refused -- "${remove_tree[@]}"
assert_says "$ERR" "(rule fs.delete.many)"
[[ $(count) == 8 ]] || fail "left: $(find src)"
guard undo --session refused --yes >/dev/null
[[ $(count) == 12 ]] || fail "not given back: $(find src)"

start_guarded --session approved -- "${remove_tree[@]}"
wait_for_question
[[ $(json_of "data[0]['scopes']") == '["once", "command"]' ]] || fail "offers $(json_of "data[0]['scopes']")"
[[ $(json_of "data[0]['reason']") == *"one by one, 5 by now, below $PWD/src/"* ]] || fail "says $(json_of "data[0]['reason']")"
guard approve --scope command "$question_id" >/dev/null
# The other folder is in no answer yet; from then on all of them are.
wait_for_question
[[ $(json_of "data[0]['pattern']") == "$PWD/src" ]] || fail "covers $(json_of "data[0]['pattern']")"
guard approve --scope command "$question_id" >/dev/null
finish_guarded
assert_status 0
assert_missing src
guard undo --session approved --yes >/dev/null
[[ $(count) == 12 ]] || fail "not given back: $(find src)"

# A fork for each file is the same program at work; so is a fork of a fork, and one that moves files away.
forks() { # SESSION STATEMENT
  guard_run --on-ask deny --session "$1" -- python3 -c "
import glob, os, tempfile
away = tempfile.mkdtemp()
for path in sorted(glob.glob('src/*/*')):
    child = os.fork()
    if child == 0:
        try:
            $2
        finally:
            os._exit(0)
    os.waitpid(child, 0)"
  assert_says "$ERR" "(rule fs.delete.many)"
  [[ $(count) == 8 ]] || fail "left by forks ($1): $(find src)"
  guard undo --session "$1" --yes >/dev/null
  [[ $(count) == 12 ]] || fail "not given back: $(find src)"
}
forks forked 'os.unlink(path)'
forks forked-twice 'grandchild = os.fork(); grandchild or os.unlink(path); grandchild and os.waitpid(grandchild, 0)'
forks forked-away "os.rename(path, away + '/' + path.replace('/', '-'))"

# Its own, and what its words said: unasked.
guard_run --on-ask deny -- python3 -c '
import os, shutil
os.mkdir("own")
for i in range(9): open(f"own/{i}", "w").close()
shutil.rmtree("own")'
assert_status 0
guard_run --on-ask deny -- rm -f src/a/1 src/a/2 src/a/3 src/b/4 src/b/5 src/b/6
assert_status 0
assert_missing src/a/1 src/b/6

# A loop of rm by one command of the agent: the fifth of them, however many files each names.
fill
guard_run --on-ask deny --session loop -- sh -c 'bash -c "find src -type f | while read -r file; do rm \$file; done"; true'
assert_says "$ERR" "(rule fs.delete.many)"
[[ $(count) == 8 ]] || fail "left by a loop: $(find src)"
guard undo --session loop --yes >/dev/null
guard_run --on-ask deny --session loop2 -- sh -c 'find src -type f | xargs -n1 rm; true'
[[ $(count) == 8 ]] || fail "left by xargs: $(find src)"
