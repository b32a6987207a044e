# SPDX-License-Identifier: Apache-2.0
# A secret that git has committed is nobody's secret to git: work with the repository asks nothing.
# Anybody else who opens it is asked about, and so is git where the content is not what it has.
. "$LIB/case.sh"
with_undo
git init -q -b main . && git config user.email a@b && git config user.name a
echo TOKEN=committed >.env
mkdir certs && echo 'PRIVATE KEY' >certs/site.key
echo 'int a;' >a.c
git add -A && git commit -q -m first

# The index is out of date: git has to look into the files.
git_reads() {
  touch -d '2020-01-01' .env certs/site.key
  guard_run --on-ask deny -- bash -c "$*"
  assert_status 0
  assert_nothing_asked
  grep -q 'TOKEN=' "$OUT" && fail "$* shows it"
  return 0
}
git_reads 'git status --porcelain'
git_reads 'git diff --stat'
git_reads 'git diff'
git_reads 'git switch -q -c work && echo "int b;" >b.c && git add . && git commit -q -am second'
git_reads 'echo "int c;" >>a.c && git stash -q && git status --porcelain && git checkout -q main && git stash pop -q'
git checkout -q -f main

# guard then looks at the file that a checkout has written.
git switch -q -c others && echo TOKEN=others >.env && git commit -q -a -m others && git switch -q main
git_reads 'git switch -q others && git switch -q main && git read-tree HEAD && git status --porcelain && git diff'

for words in 'cat .env' 'git diff --no-index .env a.c' 'git hash-object -w .env' 'cp certs/site.key copy'; do
  guard_run --on-ask deny -- bash -c "$words"
  assert_recorded "r['act'] == 'read' and r['decision'] == 'deny'"
  grep -q 'TOKEN=' "$OUT" && fail "$words shows it"
done

echo TOKEN=rotated >.env
guard_run --session changed --on-ask deny -- git diff
assert_recorded "r['act'] == 'read' and r['decision'] == 'deny'"
! grep -q rotated "$OUT" || fail "git shows what it does not have"
guard_run --session words --on-ask deny -- git show HEAD:.env
assert_status_not 0
