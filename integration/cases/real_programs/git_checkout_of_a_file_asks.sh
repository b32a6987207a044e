# SPDX-License-Identifier: Apache-2.0
# git checkout REV FILE throws uncommitted changes away, whatever REV and FILE are, and so does git checkout -p; switching
# does not.
. "$LIB/case.sh"
command -v git >/dev/null || skip "no git here"
git init -q -b main . && git config user.email a@b && git config user.name a
mkdir sub
echo one >sub/f
git add . && git commit -q -m one
echo two >sub/f
git commit -q -a -m two && git branch other
echo precious >sub/f
for words in 'HEAD~1 sub/f' 'sub/f' 'other sub/f' "main *.none sub/f" "other sub/*"; do
  set -f
  # shellcheck disable=SC2086
  guard_run --on-ask deny -- git checkout $words
  set +f
  assert_status_not 0
  assert_content sub/f precious
done
# With no path it goes through all changed files, and a pipe may answer.
for words in '-p' '--patch' '-p HEAD~1' '-p HEAD' '-p -- sub/f'; do
  guard_run --on-ask deny -- bash -c "yes a | git checkout $words"
  assert_says "$ERR" "guard: denied git checkout"
  assert_content sub/f precious
done
guard_run --on-ask deny -- git checkout other
assert_status 0
assert_content sub/f precious
