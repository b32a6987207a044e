# SPDX-License-Identifier: Apache-2.0
# Folders and files that only look like a bare repository, made in a work tree, hide no change from review, in later sessions
# neither, and undo gives back what lies beside them. A real bare repository elsewhere is git's own.
# timeout: 120
. "$LIB/case.sh"
with_undo
git config --global user.name t && git config --global user.email t@t
git init -q && mkdir src && seq 5 >src/a.c && seq 5 >b.txt && git add . && git commit -qm base
git init -q --bare "$HOME/there.git"
fake='mkdir objects refs; : >HEAD'
real='mkdir objects refs; echo "ref: refs/heads/main" >HEAD; printf "[core]\n\tbare = true\n" >config'
number=0
for looks in "$fake" "$real" "cd src; $fake" "cd src; $real"; do
  number=$((number + 1))
  guard_run --session "first$number" --on-ask allow -- bash -c "($looks); echo more >>src/a.c; echo more >>b.txt"
  assert_status 0
  guard_run --session "later$number" --on-ask allow -- bash -c "echo again >>src/a.c; echo again >>b.txt; echo evil >src/evil.c"
  assert_status 0
  wait_for_closing
  guard review "later$number" >"$OUT"
  assert_says "$OUT" "M  src/a.c | +1"
  assert_says "$OUT" "M  b.txt | +1"
  assert_says "$OUT" "A  src/evil.c | +1"
  guard review "first$number" >"$OUT"
  assert_says "$OUT" "M  src/a.c | "
  assert_says "$OUT" "HEAD"
  guard undo --files-only --all --session "later$number" --yes >"$OUT" 2>&1 || fail "undo: $(<"$OUT")"
  guard undo --files-only --all --session "first$number" --yes >"$OUT" 2>&1 || fail "undo: $(<"$OUT")"
  [[ $(<src/a.c) == "$(seq 5)" && $(<b.txt) == "$(seq 5)" && ! -e src/evil.c ]] || fail "$looks: not given back: $(<"$OUT")"
  git status --porcelain >"$OUT"
  [[ ! -s $OUT ]] || fail "$looks: left: $(<"$OUT")"
done
guard_run --session push --on-ask allow -- git push -q "$HOME/there.git" HEAD:refs/heads/main
assert_status 0
wait_for_closing
guard review push >"$OUT"
assert_says "$OUT" "there.git: "
assert_says "$OUT" "of git's own"
