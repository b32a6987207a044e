# SPDX-License-Identifier: Apache-2.0
# guard review --discard takes back all of a session, or the files and folders that are named, and nothing else: it asks, or
# needs --yes; what somebody changed since needs a choice; --json tells what to undo; a hunk of another difference than the
# one that was seen stays.
. "$LIB/case.sh"
with_undo
free_policy 'act: [write, delete, rename, metadata]'
precious a b gone/one gone/two
seq 30 >text
guard_run --policy "$FREE" --session made -- bash -c '
  echo other >a; echo other >b; rm -r gone; mkdir new; echo 1 >new/1; echo 2 >new/2; seq 29 >text'
assert_status 0
wait_for_closing
refused() { # STATUS TEXT WORD...
  local wanted=$1 text=$2
  status=0
  shift 2
  guard review made "$@" </dev/null >"$OUT" 2>"$ERR" || status=$?
  assert_status "$wanted"
  assert_says "$ERR" "$text"
}
refused 3 "--yes discards it without asking" ./a --discard
refused 3 "--yes discards it without asking" ./a --discard --json
refused 2 "--yes goes with --discard or --discard-hunks or --discard-command alone" ./a --yes
refused 2 "use skip or overwrite" ./a --discard --conflicts all --yes
refused 1 "changed nothing of" ./never --discard --yes
assert_content a other
guard review made ./a --discard --yes --json >"$OUT" || fail "not discarded"
python3 - "$OUT" <<'PY'
import json, sys
told = json.load(open(sys.argv[1]))
assert len(told["undo"]) == 1 and told["undo"][0].startswith("undo-"), told
assert (told["given_back"], told["partly"], told["left"]) == (1, 0, 0), told
PY
assert_untouched a
assert_content b other
# One file of a folder that is gone: with the folder, and without its neighbours.
guard review made ./gone/one --discard --yes >"$OUT" || fail "one file of a folder"
assert_says "$OUT" "to revert: guard undo --session undo-"
assert_untouched gone/one
assert_missing gone/two
# One file of a folder that the session made as a whole.
guard review made ./new/1 --discard --yes >/dev/null || fail "one file that was made"
assert_missing new/1
assert_content new/2 2
# Somebody changed it since.
echo mine >b
refused 3 "choose --conflicts skip" ./b --discard --yes
guard review made --discard --yes --conflicts skip >"$OUT" 2>&1 || status=$?
assert_status 1
assert_content b mine
assert_missing new
assert_untouched gone/two
seq 30 | cmp - text || fail "the text is not as it was"
guard review made ./b --discard --yes --conflicts overwrite >/dev/null || fail "overwritten"
assert_untouched b
# Nothing is left.
guard review made --discard --yes >"$OUT" || fail "nothing is no failure"
assert_says "$OUT" "nothing is left to discard"

# The hunks that somebody chose are those of what they saw.
guard_run --policy "$FREE" --session again -- bash -c 'sed "s/^5$/five/" text >t; cat t >text; rm t'
wait_for_closing
seen=$(printf 0%.0s {1..64})
! guard review again ./text --discard-hunks 1 --seen "$seen" >"$OUT" 2>"$ERR" || fail "another difference was seen"
assert_says "$ERR" "the file was changed meanwhile: nothing was done"
grep -q '^five$' text || fail "it was taken back all the same"
guard review again ./text --discard-hunks 1 --json >"$OUT" || fail "not taken back"
assert_says "$OUT" '"undo-'
