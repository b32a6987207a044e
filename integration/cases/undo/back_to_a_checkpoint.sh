# SPDX-License-Identifier: Apache-2.0
# Each command of the agent begins at a checkpoint, and guard undo --to goes back there: also in a file that was
# changed many times, and in one that the session made itself.
. "$LIB/case.sh"
with_undo
assert_equal() { [[ $1 == "$2" ]] || fail "it is '$1', not '$2'"; }
undo_of() { "$GUARD" undo --list --json | python3 -c 'import json, sys
print([s["session"] for s in json.load(sys.stdin) if s.get("undoes")][-1])'; }
mkdir w
cd w
echo v0 >f
echo kept >other
guard_run --session points -- bash -c 'echo v1 >f
  sed -i s/v1/v2/ f
  cp f own
  tee f <<<v3 >own
  mv own moved
  mkdir later
  touch later/file
  rm moved other'
assert_status 0
assert_equal "$(<f)" v3
state_after() { # POINT -> what is there, in one line
  "$GUARD" undo --session points --to "$1" --yes >"$OUT" 2>&1 || fail "$1: $(<"$OUT")"
  echo "$(for name in f own moved other later/file; do [[ -f $name ]] && printf '%s=%s ' "$name" "$(<"$name")"; done)"
}
"$GUARD" undo --list --session points >"$OUT"
assert_says "$OUT" "before rm moved other"
assert_equal "$(state_after 'rm moved')" "f=v3 moved=v3 other=kept later/file= "
# An undo of that undo, and back again.
"$GUARD" undo --session "$(undo_of)" --yes >"$OUT" 2>&1 || fail "$(<"$OUT")"
[[ ! -e moved && ! -e other ]] || fail "the undo was not taken back"
assert_equal "$(state_after 'rm moved')" "f=v3 moved=v3 other=kept later/file= "
assert_equal "$(state_after 'mv own')" "f=v3 own=v3 other=kept "
assert_equal "$(state_after 'tee f')" "f=v2 own=v2 other=kept "
assert_equal "$(state_after 'cp f own')" "f=v2 other=kept "
assert_equal "$(state_after 'sed -i')" "f=v1 other=kept "
assert_equal "$(state_after 1)" "f=v0 other=kept "
# A plain undo knows nothing of it.
cd ..
mkdir again
cd again
echo v0 >f
guard_run --session plain -- bash -c 'for i in 1 2 3 4; do tee f <<<"v$i" >/dev/null; done; cp f own'
"$GUARD" undo --session plain --list --json >"$OUT"
assert_equal "$(python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))))' "$OUT")" 1
"$GUARD" undo --session plain --yes >"$OUT" 2>&1 || fail "$(<"$OUT")"
assert_equal "$(<f)" v0
[[ -f own ]] || fail "a plain undo took away what was made"
"$GUARD" undo --session plain --to 2 --yes >"$OUT" 2>&1 || fail "$(<"$OUT")"
assert_equal "$(<f)" v0
# A time before the session began means its first checkpoint; that is said.
"$GUARD" undo --session plain --to 2020-01-01 --list >"$OUT" 2>&1 || fail "$(<"$OUT")"
assert_says "$OUT" "--to 2020-01-01 is before the session began: the first checkpoint is taken"
"$GUARD" undo --session plain --to 2099-01-01 --list >"$OUT" 2>&1 || fail "$(<"$OUT")"
assert_silent "$OUT" "before the session began"
# guard says that a word names no checkpoint, and lists those that there are.
guard_status=0
"$GUARD" undo --session plain --to nowhere --yes >"$OUT" 2>&1 || guard_status=$?
assert_equal "$guard_status" 1
assert_says "$OUT" "before tee f"
