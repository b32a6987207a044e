# SPDX-License-Identifier: Apache-2.0
# guard undo --made takes away what the session made and nobody changed since, --all gives the rest back, too: then
# everything is as it was. An undo of that undo puts it back, and it can be taken away again.
. "$LIB/case.sh"
with_undo
git init -q .
echo one >kept
echo two >edited
mkdir old
echo x >old/x
state() { find . -path ./.git -prune -o -printf '%p %y %m %s %l\n' | sort; }
state >"$CASE_ROOM/before"
guard_run --session made -- bash -c '
  mkdir -p new/deep; echo hi >new/deep/a; echo b >b; ln -s b link; ln b further; mkfifo pipe; truncate -s 1M sparse
  sed -i s/two/three/ edited
  mkdir node_modules; for i in {1..50}; do echo $i >node_modules/$i; done
  mv new new2; echo t >t; mv t t2; rm kept; mv old old2; echo y >old2/y; mkdir old2/z; echo z >old2/z/z; mv node_modules/1 old2/z/
  echo away >away; rm away'
assert_status 0
state >"$CASE_ROOM/after"
session=made

# The plan: a folder is one line, what was edited is no new file.
guard undo --made --session "$session" --dry-run >"$OUT" || fail "the plan: $(<"$OUT")"
assert_says "$OUT" "node_modules (folder); 49 files and folders in it"
assert_says "$OUT" "take away $PWD/old2/y"
assert_silent "$OUT" "edited"
assert_silent "$OUT" "away ("
guard undo --made --session "$session" --dry-run --json >"$OUT" || fail "the plan as JSON"
jq -e '[.plan[] | select(.act == "made")] | length == 63' "$OUT" >/dev/null || fail "the plan as JSON"

undo_of() { sed -n 's/.*to revert: guard undo --session //p' "$OUT"; }
for turn in 1 2; do
  guard undo --made --session "$session" --yes >"$OUT" 2>&1 || fail "turn $turn: $(<"$OUT")"
  [[ ! -e new2 && ! -e node_modules && ! -e b && ! -e link && ! -e further && ! -e pipe && ! -e sparse && ! -e old2/z ]] ||
    fail "turn $turn: something stays: $(ls -R)"
  [[ $(<edited) == three && -e old2/x && ! -e kept ]] || fail "turn $turn: what was changed is not left as it is"
  guard undo --session "$(undo_of)" --yes >"$OUT" 2>&1 || fail "turn $turn, back: $(<"$OUT")"
  state | diff "$CASE_ROOM/after" - || fail "turn $turn: the undo of the undo gives back something else"
done

guard undo --all --session "$session" --yes >"$OUT" 2>&1 || fail "all: $(<"$OUT")"
state | diff "$CASE_ROOM/before" - || fail "something is left over, or not given back"
guard undo --session "$(undo_of)" --yes >"$OUT" 2>&1 || fail "all, back: $(<"$OUT")"
state | diff "$CASE_ROOM/after" - || fail "the undo of the whole undo gives back something else"

# A plain undo says that there is more.
guard undo --session "$session" --yes >"$OUT" 2>&1 || fail "plain: $(<"$OUT")"
[[ -e b && $(<edited) == two ]] || fail "a plain undo took away what was made"
guard undo --session "$session" >"$OUT" 2>&1 || true
assert_says "$OUT" "guard undo --made --session $session"
