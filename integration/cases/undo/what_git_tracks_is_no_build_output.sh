# SPDX-License-Identifier: Apache-2.0
# A file that git tracks is saved and given back, also in a folder that a build makes and that git ignores: committed,
# or only in the index. A file beside it that is not tracked stays build output.
. "$LIB/case.sh"
with_undo
export GIT_CONFIG_NOSYSTEM=1
git init -q .
printf '/dist\nbuild\n*.pyc\n' >.gitignore
precious src/__pycache__/app.pyc dist/bundle.js node_modules/left/patched.js lib/build/notes
git add -f . && git -c user.name=a -c user.email=a@b commit -q -m x
precious dist/staged.js
git add -f dist/staged.js
for name in src/__pycache__/made.pyc dist/made.js node_modules/left/made.js lib/build/made; do echo made >"$name"; done
remember src dist node_modules lib
start_guarded --session s -- rm -rf src dist node_modules lib
wait_for_question
# git has 5 of the 9 files, one in its index alone, and there are 7 folders that hold them.
[[ $(json_of "data[0]['undo']") == "12 of 16; not 4 build files (__pycache__, dist, node_modules)" ]] ||
  fail "undo promises: $(json_of "data[0]['undo']")"
guard approve "$question_id" --confirm CONFIRM >/dev/null
finish_guarded
assert_missing src dist node_modules lib
guard undo --yes --session s >"$OUT" && fail "nothing is said to be lost: $(<"$OUT")"
grep -q 'not given back: 4 build files (' "$OUT" || fail "what is not given back is not named: $(<"$OUT")"
for name in src/__pycache__/app.pyc dist/bundle.js dist/staged.js node_modules/left/patched.js lib/build/notes; do assert_untouched "$name"; done
[[ -z $(git status --porcelain | grep -v '^A  dist/staged.js') ]] || fail "git says: $(git status --porcelain)"
