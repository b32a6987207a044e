# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# A file of the session's own that had a further hard link for a while comes back at a checkpoint, by the name and with the
# content that it had there; the undo of that and an undo of all know its names, too.
. "$LIB/case.sh"
with_undo
undo() { # WORD...
  "$GUARD" undo "$@" --yes >"$OUT" 2>&1 || fail "undo $*: $(<"$OUT")"
}
state() { for file in *; do printf '%s=%s ' "$file" "$(tr '\n' '|' <"$file")"; done; }
is_now() { [[ $(state) == "$2" ]] || fail "$1: it is '$(state)', not '$2': $(<"$OUT")"; }
session=0
back_to() { # POINT WHAT_IS_THERE_THEN SCRIPT
  session=$((session + 1))
  mkdir "w$session"
  cd "w$session"
  echo q >q
  guard_run --on-ask allow --session "s$session" -- bash -c "$3"
  assert_status 0
  wait_for_closing
  local end
  end=$(state)
  undo --session "s$session" --to "$1"
  is_now "at $1 of: $3" "$2"
  undo --session "$(grep -o 'undo-[0-9a-f]*' "$OUT" | head -1)"
  is_now "back from $1 of: $3" "$end"
  undo --session "s$session" --to "$1"
  is_now "again at $1 of: $3" "$2"
  undo --session "s$session" --all
  is_now "before: $3" "q=q| "
  cd ..
}
one="sh -c 'echo one >f'"
back_to 2 'f=one| q=q| ' "$one; sh -c 'ln f f~; echo two >f.t; mv f.t f; true'; rm f~"
back_to 3 'f=two| f~=one| q=q| ' "$one; sh -c 'ln f f~; echo two >f.t; mv f.t f; true'; rm f~"
back_to 2 'f=one| q=q| ' "$one; sh -c 'ln f f~; echo two >f.t; mv f.t f; true'; sh -c 'rm f~; echo three >f~'"
back_to 2 'f=one| q=q| ' "$one; sh -c 'ln f f~; true'; sh -c 'rm f; true'; sh -c 'rm f~; true'"
back_to 3 'f=one| f~=one| q=q| ' "$one; sh -c 'ln f f~; true'; sh -c 'rm f; true'; sh -c 'echo two >>f~; true'"
back_to 2 'f=one| q=q| ' "$one; sh -c 'ln f g; rm f; mv g f; true'; sh -c 'echo two >>f; true'"
back_to 2 'f=one| q=q| ' "$one; sh -c 'ln f g; mv f h; true'"
# guard says what is lacking: nothing of it is in the store any more.
mkdir lacks
cd lacks
guard_run --on-ask allow --session lacks -- bash -c "$one; sh -c 'ln f f~; rm f; true'; rm f~"
wait_for_closing
find "$GUARD_STATE_DIR" -path '*/lacks/content/*' -delete
status=0
"$GUARD" undo --session lacks --to 2 --yes >"$OUT" 2>&1 || status=$?
assert_status 1
assert_says "$OUT" "/f"
