# SPDX-License-Identifier: Apache-2.0
# A folder with something in it stands where a file or a folder is to come back: it moves aside with
# all that is in it, and back when the undo is undone. With --conflicts skip it stays.
. "$LIB/case.sh"
with_undo
precious file folder/old
mkdir empty
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
assert_says "$ERR" "the folder that was in the way is now folder.before-undo"
assert_untouched file folder/old
assert_missing folder/new
assert_content file.before-undo/new new
assert_content folder.before-undo/new new
undo=$(guard undo --list --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[-1]["session"])')
guard undo --yes --session "$undo"
cp "$CASE_ROOM/changed" "$CASE_ROOM/remembered"
assert_as_remembered .
guard undo --yes --session s
rm -r file.before-undo folder.before-undo empty.before-undo
assert_untouched file folder/old
[[ -d empty && -z $(ls empty) ]] || fail "empty is not empty"
# What moved aside is found again by the step that knows it.
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
