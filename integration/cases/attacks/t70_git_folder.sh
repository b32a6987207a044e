# SPDX-License-Identifier: Apache-2.0
# rm -rf .git inside the workspace does not go through without an answer. 70.
. "$LIB/case.sh"
git init -q .
git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first
for line in 'rm -rf .git' 'rm -f .git/HEAD' "python3 -c 'import shutil; shutil.rmtree(\".git\")'" 'mv .git away'; do
  guard_run --on-ask deny -- bash -c "$line"
  git log --oneline >/dev/null || fail "went through: $line"
done
