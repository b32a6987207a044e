# SPDX-License-Identifier: Apache-2.0
# A session moves a folder with an edited file in it, and makes a folder and a file of the old names: nothing of that
# is left over. Files that change places come back, edited or not.
. "$LIB/case.sh"
with_undo
git config --global user.name t && git config --global user.email t@t
git init -q && mkdir src notes && echo 'todo a' >notes/todo.txt && echo n >notes/other.txt && echo one >src/a.c && echo two >src/b.c
git add . && git commit -qm base
seen=0
comes_back() { # COMMAND
  guard_run --session "s$((++seen))" --on-ask allow -- bash -c "$1"
  assert_status 0
  wait_for_closing
  guard review "s$seen" --stat >"$OUT.review"
  guard undo --all --session "s$seen" --yes >"$OUT" 2>&1 || fail "undo of $1: $(<"$OUT")"
  [[ -z $(git status --porcelain) ]] || fail "left of $1: $(git status --porcelain)"
  [[ -z $(find . -path ./.git -prune -o -type d -empty -print) ]] || fail "empty folders of $1: $(find . -type d -empty)"
}
comes_back 'sed -i s/a/b/ notes/todo.txt; mv notes new2; mkdir notes; echo x >notes/todo.txt'
comes_back 'mv notes n2; mkdir notes; mv n2/todo.txt notes/; sed -i s/a/b/ notes/todo.txt; rm -r n2'
comes_back 'mv src/a.c t; mv src/b.c src/a.c; mv t src/b.c'
assert_says "$OUT.review" '2 moved'
comes_back 'echo e >>src/a.c; sed -i s/two/zwei/ src/b.c; mv src/a.c t; mv src/b.c src/a.c; mv t src/b.c'
assert_says "$OUT.review" 'R  src/b.c -> src/a.c | '
assert_says "$OUT.review" 'R  src/a.c -> src/b.c | '
comes_back 'mv src/a.c t; mv src/b.c src/a.c; mv t src/b.c; sed -i s/one/eins/ src/b.c; echo e >>src/a.c'
