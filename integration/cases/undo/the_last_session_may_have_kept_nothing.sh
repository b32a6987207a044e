# SPDX-License-Identifier: Apache-2.0
# A session that took away build output alone, of which nothing is kept, is the last one all the same: guard undo --last does
# not go to the work of an older one, and --list shows it.
. "$LIB/case.sh"
with_undo
git init -q . && git config user.email a@b && git config user.name a
printf 'node_modules\nbuild\n' >.gitignore
echo v1 >doc.txt
echo '{}' >package.json
git add . && git commit -q -m one
mkdir -p node_modules/a build && echo x >node_modules/a/index.js && echo o >build/a.o
guard_run --session first -- sh -c 'echo v2 >doc.txt'
guard_run --session second -- rm -rf node_modules build
assert_missing node_modules build
wait_for_closing
status=0
guard undo --last --yes >"$OUT" 2>&1 || status=$?
assert_status 1
assert_says "$OUT" "second"
assert_says "$OUT" "build file"
assert_content doc.txt v2
guard undo --list >"$OUT"
grep -q '^second .* not kept ' "$OUT" || fail "$(<"$OUT")"
guard undo --session first --yes >"$OUT"
assert_content doc.txt v1
