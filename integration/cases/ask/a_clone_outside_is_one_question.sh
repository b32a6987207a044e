# SPDX-License-Identifier: Apache-2.0
# git clone to a place outside of the workspace is one question, about its folder; what git puts there, links or takes away
# again goes unasked. Another program, or another folder, is asked about.
# timeout: 180
. "$LIB/case.sh"
command -v git >/dev/null || skip "no git here"
git init -q -b main . && git config user.email a@b && git config user.name a
mkdir sub && echo one >a && echo two >sub/b && git add . && git commit -q -m one
start_guarded --kill-at-exit -- bash -c 'git clone -q . ../copy && touch ../copy/by_hand'
wait_for_question
[[ $QUESTION == *"with all that git clone puts there"* ]] || fail "$QUESTION"
guard approve "$question_id"
first=$question_id
next_question() { wait_for_question && [[ $question_id != "$first" ]]; }
until_true 20 next_question
[[ $QUESTION == *by_hand* ]] || fail "$QUESTION"
[[ $(git -C ../copy log --oneline | wc -l) == 1 && $(<../copy/sub/b) == two ]] || fail "the clone is not whole"
[[ $(stat -c %h "$(find .git/objects -type f | head -1)") == 1 ]] || fail "an object of before has another name outside"
guard deny "$question_id"
finish_guarded
assert_missing ../copy/by_hand
# Where it fails, git takes away what it made.
git clone -q --bare . ../broken.git
rm -f "$(find ../broken.git/objects -type f -name '[0-9a-f]*' | head -1)"
start_guarded --kill-at-exit -- git clone -q "file://$(realpath ../broken.git)" ../other
wait_for_question
guard approve "$question_id"
finish_guarded
((status != 0)) || fail "it was no broken repository"
assert_missing ../other
# One learned line is enough.
guard_run --ci --learn learned.yaml -- git clone -q . ../third
[[ $status -ne 0 ]] || fail "it went unasked"
guard_run --ci --policy learned.yaml -- git clone -q . ../third
assert_status 0
assert_content ../third/a one
