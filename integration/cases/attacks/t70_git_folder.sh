# SPDX-License-Identifier: Apache-2.0
# .git inside the allowed workspace, as a whole and in its parts, does not go without an answer;
# git itself works. Threat 70.
. "$LIB/case.sh"
git init -q .
git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first
for line in 'rm -rf .git' 'rm -f .git/HEAD' 'rm -rf .git/objects' 'rm -rf .git/refs' ': >.git/HEAD' 'echo x >.git/refs/heads/master' 'mv .git away' 'mv .git/objects away' 'find .git -delete' 'rm -rf ./.g*' 'cd .git; rm -rf *' \
  "python3 -c 'import shutil; shutil.rmtree(\".git\")'" 'truncate -s 0 .git/index .git/HEAD' 'cp /dev/null .git/HEAD'; do
  guard_run --on-ask deny -- bash -c "$line"
  git log --oneline >/dev/null || fail "went through: $line"
done
assert_recorded "r['decision'] in ('ask', 'deny') and any('/.git' in o for o in r['objects'])"
guard_run --on-ask deny -- bash -c 'echo x >f; git add f; git -c user.name=a -c user.email=a@b commit -q -m second; git branch b; git gc -q; git log --oneline | wc -l'
assert_content "$OUT" 2
