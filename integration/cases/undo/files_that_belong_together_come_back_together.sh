# SPDX-License-Identifier: Apache-2.0
# The files that a session made beside those of LMDB, LevelDB and Berkeley DB, and the state of a merge or a rebase
# that it left open, go aside with what is given back. A file that only has such a name stays.
. "$LIB/case.sh"
with_undo
mkdir lmdb level berkeley notes
printf 'old\n' | tee lmdb/data.mdb level/000003.log level/MANIFEST-000002 berkeley/a.db berkeley/log.0000000001 notes/plan >/dev/null
printf 'MANIFEST-000002\n' >level/CURRENT
guard_run --on-ask allow --session s -- bash -c '
echo new >lmdb/data.mdb; echo x >lmdb/lock.mdb
echo new >level/MANIFEST-000007; echo MANIFEST-000007 >level/CURRENT; rm level/MANIFEST-000002 level/000003.log
echo new >level/000008.log; echo new >level/000009.ldb; echo mine >level/notes.txt
echo new >>berkeley/log.0000000001; echo new >berkeley/log.0000000002; echo new >berkeley/__db.001
echo new >notes/plan; echo mine >notes/plan-journal'
guard undo --yes --session s >"$OUT" || fail "undo ended with $?: $(<"$OUT")"
[[ $(ls lmdb level berkeley notes | tr '\n' ' ') == "berkeley: a.db log.0000000001  level: 000003.log CURRENT MANIFEST-000002 notes.txt  lmdb: data.mdb  notes: plan plan-journal " ]] ||
  fail "there are: $(ls lmdb level berkeley notes | tr '\n' ' ')"
assert_content level/CURRENT MANIFEST-000002
assert_content lmdb/data.mdb old
guard undo --yes --session "$(sed -n 's/.*guard undo --session //p' "$OUT")" >"$OUT"
assert_content level/000009.ldb new
assert_content lmdb/lock.mdb x

mkdir git
cd git
export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
git init -q -b main .
echo one >f; git add f; git commit -q -m one
git checkout -q -b other; echo other >f; git commit -q -a -m other
git checkout -q main
for text in main two three; do echo $text >f; git commit -q -a -m $text; done
state=$(git status --porcelain=v2 --branch)
for act in 'merge other' 'rebase other' 'cherry-pick other' 'revert HEAD~1' 'bisect start HEAD HEAD~3'; do
  name=${act%% *}
  guard_run --on-ask allow --session "$name" -- bash -c "git $act; true"
  guard undo --yes --session "$name" >"$OUT" 2>"$ERR" || fail "$act: undo ended with $?: $(cat "$OUT" "$ERR")"
  [[ $(git status --porcelain=v2 --branch) == "$state" ]] || fail "$act: git status: $(git status)"
  git status | grep -qi 'in progress\|unmerged\|bisecting\|currently' && fail "$act goes on: $(git status)"
  git fsck --strict >/dev/null 2>&1 || fail "$act: the repository is damaged"
done
