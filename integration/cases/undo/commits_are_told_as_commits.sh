# SPDX-License-Identifier: Apache-2.0
# An undo of a session with commits tells the files first, and of .git one line: how far each branch goes back.
# --files-only leaves .git alone. The index that `git status` wrote since is no conflict, also for an undo of the
# undo. A commit that was removed and written again is shown as a difference.
. "$LIB/case.sh"
with_undo
export GIT_AUTHOR_NAME=ana GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=ana GIT_COMMITTER_EMAIL=a@b
git init -q -b main .
printf 'one\ntwo\n' >app.py
printf 'notes\n' >notes.txt
printf 'other\n' >other.txt
git add app.py notes.txt other.txt
git commit -qm first
before=$(git rev-parse main)
sleep 1.1 # else git takes the index for written in the same moment, and writes it again
cat >work.sh <<'SH'
for step in edit new avg; do
  printf '%s\n' "$step" >>notes.txt
  git commit -qam "$step"
done
rm app.py
printf 'one\nthree\n' >app.py
SH
guard_run --session s -- bash work.sh
assert_status 0
after=$(git rev-parse main)
[[ $(git rev-list --count main) -eq 4 ]] || fail "not three commits more"

guard undo --dry-run --session s >"$OUT"
assert_says "$OUT" "$PWD/.git: main goes back 3 commits (avg, new, edit); "
assert_says "$OUT" "of git's own"
assert_says "$OUT" "--files-only leaves git as it is"
assert_says "$OUT" "put back the content of $PWD/notes.txt"
assert_silent "$OUT" ".git/refs"
assert_silent "$OUT" ".git/logs"
[[ $(head -1 "$OUT") != *.git* ]] || fail "the files do not come first: $(head -1 "$OUT")"
# Removed and written again: a line goes.
assert_says "$OUT" "bring back $PWD/app.py"
assert_says "$OUT" "-three"
assert_says "$OUT" "+two"

# Each by itself as JSON, marked, and what it means.
guard undo --dry-run --json --session s >"$OUT" || fail "status $?"
python3 -B - "$OUT" <<'PYTHON' || fail "as JSON"
import json, sys
plan = json.load(open(sys.argv[1]))
assert plan["git"][0]["branches"] == ["main goes back 3 commits (avg, new, edit)"], plan["git"]
own = [step for step in plan["plan"] if step.get("git")]
assert len(own) == plan["git"][0]["changes"] > 3, plan
assert all("/.git/" in step["path"] for step in own)
PYTHON

# The files alone.
guard undo --yes --files-only --session s >"$OUT" || fail "status $?: $(<"$OUT")"
assert_content notes.txt notes
assert_content app.py $'one\ntwo'
[[ $(git rev-parse main) == "$after" ]] || fail "--files-only moved the branch"
undo=$(sed -n 's/.*--session //p' "$OUT")
guard undo --yes --session "$undo" >"$OUT" || fail "status $?"
assert_says notes.txt avg

# Somebody looked: git writes the index anew.
sleep 1.1
touch other.txt
git status >/dev/null
guard undo --yes --session s >"$OUT" 2>"$ERR" || fail "status $?: $(<"$ERR")"
[[ $(git rev-parse main) == "$before" ]] || fail "the branch is not back"
undo=$(sed -n 's/.*--session //p' "$OUT")
sleep 1.1
touch other.txt
git status >/dev/null
guard undo --yes --session "$undo" >"$OUT" 2>"$ERR" || fail "the undo of the undo: $?: $(<"$ERR")"
assert_silent "$ERR" "index"
[[ $(git rev-parse main) == "$after" ]] || fail "the undo was not undone"

# A commit of the person's since: the files first, then one line of git's that need a choice.
guard_run --session later -- bash -c 'echo later >>notes.txt; git commit -qam later'
echo mine >>other.txt
git commit -qam mine
guard undo --dry-run --session later >"$OUT" || [[ $? -eq 3 ]]
[[ $(head -1 "$OUT") == *notes.txt* ]] || fail "the file does not come first: $(<"$OUT")"
[[ $(grep -c "^CONFLICT" "$OUT") -eq 1 ]] || fail "not one line: $(<"$OUT")"
assert_says "$OUT" "CONFLICT $PWD/.git: "
assert_says "$OUT" "files of git's own, such as "
assert_silent "$OUT" "COMMIT_EDITMSG"
status=0
guard undo --yes --session later >"$OUT" 2>&1 || status=$?
[[ $status -eq 3 ]] || fail "status $status"
[[ $(grep -c "^guard: undo:" "$OUT") -eq 2 ]] || fail "not two lines: $(<"$OUT")"
assert_says "$OUT" "--files-only (leaves git as it is)"
guard undo --yes --files-only --session later >"$OUT" 2>&1 || fail "$(<"$OUT")"
assert_silent notes.txt later
