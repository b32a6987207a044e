# SPDX-License-Identifier: Apache-2.0
# A file that has the name of a shell's history for a moment, by a move, a further name or in its place, is shown by review and
# given back by undo, in the workspace and in the home folder.
# timeout: 120
. "$LIB/case.sh"
with_undo
git config --global user.name t && git config --global user.email t@t
git init -q && mkdir src "$HOME/.local/share/fish" -p && seq 5 >src/a.c && echo notes >notes.txt && seq 3 >src/b.txt
git add . && git commit -qm base
seen=0
comes_back() { # NAME COMMAND FILE
  guard_run --session "s$((++seen))" --on-ask allow -- bash -c "$2"
  assert_status 0
  wait_for_closing
  guard review "s$seen" >"$OUT"
  assert_says "$OUT" "$3 "
  guard undo --all --session "s$seen" --yes >"$OUT" 2>&1 || fail "$1: undo: $(<"$OUT")"
  [[ $(<src/a.c) == "$(seq 5)" && $(<notes.txt) == notes && $(<src/b.txt) == "$(seq 3)" ]] || fail "$1: not given back: $(<"$OUT")"
  git status --porcelain >"$OUT"
  [[ ! -s $OUT ]] || fail "$1: left: $(<"$OUT")"
}
for name in src/fish_history lesshst "$HOME/.lesshst" "$HOME/.local/share/fish/fish_history"; do
  comes_back "moved to $name" "mv src/a.c $name; echo 'int backdoor;' >>$name; mv $name src/a.c" src/a.c
  comes_back "linked as $name" "ln src/a.c $name; echo 'int backdoor;' >>$name; rm $name" src/a.c
  comes_back "deleted as $name" "mv notes.txt $name; rm $name; echo x >$name" notes.txt
  rm -f "$name"
done
# A history itself stays, and undo tells of it.
echo typed >"$HOME/.lesshst"
guard_run --session h --on-ask allow -- bash -c 'echo more >>"$HOME/.lesshst"; echo x >>src/a.c'
wait_for_closing
guard undo --session h --yes >"$OUT" 2>&1 || fail "undo: $(<"$OUT")"
assert_says "$OUT" "stays as it is"
[[ $(tail -1 "$HOME/.lesshst") == more && $(<src/a.c) == "$(seq 5)" ]] || fail "the history: $(<"$HOME/.lesshst")"
