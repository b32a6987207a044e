# SPDX-License-Identifier: Apache-2.0
# Tier 3 is not approved without CONFIRM.
. "$LIB/case.sh"
git init -q .
mkdir bin
cp "$PROGRAMS/witness" bin/git
start_guarded -- bin/git -C . push --force
wait_for_question
[[ $(json_of "data[0]['tier']") == 3 ]] || fail "tier: $QUESTION"
! guard approve "$question_id" 2>/dev/null || fail "approved without the word"
! guard approve "$question_id" --confirm yes 2>/dev/null || fail "approved with another word"
one_question_waits || fail "the question went"
guard approve "$question_id" --confirm CONFIRM
finish_guarded
assert_status 0
