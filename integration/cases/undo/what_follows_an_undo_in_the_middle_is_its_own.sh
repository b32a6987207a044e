# SPDX-License-Identifier: Apache-2.0
# An undo takes moves back while the session runs, and the session goes on under the names that it had given: what it does
# there since is about what stands there since, for review and for the next undo.
# timeout: 180
. "$LIB/case.sh"
with_undo
free_policy 'act: [write, delete, rename, metadata]'
reset_tree() {
  rm -rf ./*
  printf 'orig %s\n' b >b
  printf 'orig %s\n' c >c
  mkdir d1 d2
  echo y >d1/y
  echo z >d2/z
  remember .
}
# in_the_middle NAME FIRST SECOND UNDO-OPTIONS...: an undo between two parts of a session.
in_the_middle() {
  local name=$1 first=$2 second=$3 session
  shift 3
  reset_tree
  rm -f "$HOME/go" "$GUARD_STATE_DIR.ready"
  "$GUARD" run --policy "$FREE" --quiet --session "$name" -- bash -c "$first; echo >'$GUARD_STATE_DIR.ready'; until [ -e ../go ]; do sleep 0.05; done; $second" </dev/null >"$OUT" 2>"$ERR" &
  session=$!
  until_true 15 test -e "$GUARD_STATE_DIR.ready" || fail "$name: $(<"$ERR")"
  "$GUARD" undo "$name" "$@" --yes >"$OUT" 2>&1 || fail "$name, in the middle: $(<"$OUT")"
  assert_as_remembered .
  touch "$HOME/go"
  wait "$session" || fail "$name: $(<"$ERR")"
}
taken_back() { # NAME
  "$GUARD" undo "$1" --all --yes >"$OUT" 2>&1 || fail "$1, at the end: $(<"$OUT")"
  [[ $(<b) == "orig b" && $(<c) == "orig c" && $(<d1/y) == y && $(<d2/z) == z ]] || fail "$1: not as before: $(head -v -- * 2>&1)"
  [[ $(find . -type f | sort | tr '\n' ' ') == "./b ./c ./d1/y ./d2/z " ]] || fail "$1: something is left: $(find .)"
}
for options in "" --all; do
  in_the_middle "edited$options" 'mv c b' 'sed -i s/o/0/ b' $options
  "$GUARD" review "edited$options" >"$OUT" || fail "review"
  assert_says "$OUT" "M  b | +1 -1"
  assert_silent "$OUT" "  c "
  taken_back "edited$options"
  in_the_middle "removed$options" 'mv c b' 'rm b' $options
  taken_back "removed$options"
  in_the_middle "written$options" 'mv c g' 'echo D >g' $options
  "$GUARD" review "written$options" >"$OUT" || fail "review"
  assert_says "$OUT" "A  g | +1"
  assert_silent "$OUT" "  c "
  taken_back "written$options"
  in_the_middle "moved$options" 'mv d2/z d2/m' 'mv d1/y d2/m' $options
  taken_back "moved$options"
  in_the_middle "folder$options" 'mv d2 d3' 'mkdir d3; echo n >d3/n; mv d1 d3/d1' $options
  taken_back "folder$options"
done
