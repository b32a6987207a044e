# SPDX-License-Identifier: Apache-2.0
# A folder with something in it stands where a file is to come back: it moves aside with all that is in it, and
# back when the undo is undone. With --conflicts skip it stays. Where a folder is to come back it is no obstacle:
# what was in that comes back beside what is there.
. "$LIB/case.sh"
with_undo
precious file folder/old
mkdir empty
chmod 2750 empty
remember .
guard_run --on-ask allow --session s -- bash -c 'rm -r file folder empty; mkdir file folder empty
  echo new >file/new; echo new >folder/new; ln -s new folder/old; echo new >empty/new'
assert_status 0
cp "$CASE_ROOM/remembered" "$CASE_ROOM/before"
remember .
cp "$CASE_ROOM/remembered" "$CASE_ROOM/changed"
status=0
number=$(guard undo --list --session s --json | python3 -c 'import json, sys
print([e["n"] for e in json.load(sys.stdin) if e["path"].endswith("/file")][0])')
guard undo --yes --conflicts skip "s:$number" 2>"$ERR" || status=$?
assert_status 1
assert_says "$ERR" "a folder that is not empty stands there, and stays"
assert_content file/new new
guard undo --yes --session s 2>"$ERR"
assert_says "$ERR" "the folder that was in the way is now file.before-undo"
assert_untouched file folder/old
assert_content file.before-undo/new new
assert_missing folder.before-undo empty.before-undo
assert_content folder/new new
assert_content empty/new new
[[ $(stat -c %a empty) == 2750 ]] || fail "the mode of empty is $(stat -c %a empty)"
undo=$(guard undo --list --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[-1]["session"])')
guard undo --yes --session "$undo"
cp "$CASE_ROOM/changed" "$CASE_ROOM/remembered"
assert_as_remembered .
guard undo --yes --session s
assert_untouched file folder/old
assert_content folder/new new
# A file that somebody put there since stays too, and needs no choice. The folder stays as well, when the undo is undone.
guard_run --on-ask allow --session since -- bash -c 'rm -r folder; mkdir folder'
echo mine >folder/mine
guard undo --dry-run --session since >"$OUT" || fail "the preview: $?"
assert_says "$OUT" "bring back $PWD/folder (folder); what is in the folder that is there stays"
guard undo --yes --session since 2>"$ERR" || fail "status $?"
assert_untouched folder/old
assert_content folder/mine mine
guard_run --on-ask allow --session gone -- rm -r folder
guard undo --yes --session gone 2>"$ERR" || fail "status $?"
echo later >folder/later
undo=$(guard undo --list --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[-1]["session"])')
guard undo --dry-run --session "$undo" >"$OUT" || fail "the preview: $?"
assert_says "$OUT" "folder (folder); it is not empty, and stays"
guard undo --yes --session "$undo" 2>"$ERR" || fail "status $?"
assert_says "$ERR" "folder: it is not empty, and stays"
assert_content folder/later later
assert_missing folder/old folder.before-undo
guard undo --yes --session gone 2>"$ERR" || fail "status $?"
assert_untouched folder/old
assert_content folder/later later
# A folder that moved aside is found again by the step that knows it.
precious f d/x
guard_run --on-ask deny --session m -- python3 -c 'import os; os.remove("f"); os.rename("d", "f")'
assert_status 0
number=$(guard undo --list --session m --json | python3 -c 'import json, sys
print([e["n"] for e in json.load(sys.stdin) if e["act"] == "delete"][0])')
guard undo --yes "m:$number"
assert_untouched f
assert_exists f.before-undo/x
guard undo --yes --session m
assert_untouched f d/x
assert_missing f.before-undo
