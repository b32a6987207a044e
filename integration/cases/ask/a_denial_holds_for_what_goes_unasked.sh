# SPDX-License-Identifier: Apache-2.0
# A No to the delete of a folder holds for each file of before in it, by whatever program, though one file alone would
# go unasked; for a move of the folder and for one over a file in it. Edits, and what the session made there, go on.
. "$LIB/case.sh"
acts() {
  precious photos/1 photos/2 photos/3 photos/4 other/1
  start_guarded --session shop -- bash -c '
    rm -rf photos; echo "whole $?"
    rm photos/1; echo "one $?"
    find photos -name 2 -delete; echo "find $?"
    python3 -c "import os; os.unlink(\"photos/3\")" 2>/dev/null; echo "python $?"
    mv photos photos2; echo "move $?"
    echo new >photos/new && rm photos/new; echo "own $?"
    [[ ! $1 ]] || exit 0
    echo t >t; mv t photos/4; echo "replace $?"
    echo edited >>photos/4; echo "edit $?"
    rm other/1; echo "other $?"' _ "${1:-}"
  wait_for_question
  guard deny "$(json_of "data[0]['id']")" --scope session
  finish_guarded
}
# Where one file alone would be asked about, its command is denied at its start.
acts asked
[[ $(<"$OUT") == "whole 126
one 126
find 126
python 1
move 1
own 0" ]] || fail "$(<"$OUT")"
assert_exists photos/1 photos/2 photos/3 photos/4
# Where it would be saved, its delete is.
with_undo
acts
[[ $(<"$OUT") == "whole 126
one 1
find 1
python 1
move 1
own 0
replace 1
edit 0
other 0" ]] || fail "$(<"$OUT")"
assert_exists photos/1 photos/2 photos/3 photos/4
assert_missing photos2 photos/new other/1
assert_recorded "r['rule'] == 'grant' and r['decision'] == 'deny' and 'delete' == r['act'] and r['objects'][0].endswith('photos/1')"
