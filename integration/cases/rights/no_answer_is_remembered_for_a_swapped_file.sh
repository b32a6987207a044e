# SPDX-License-Identifier: Apache-2.0
# This user may change which file a word behind sudo names: the next time it is a link to a file of root's. So a yes is
# for one run; under root's own guard the files are judged when they are used, and an answer may hold longer.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
cat >script <<'S'
echo fresh >notes; sudo cat notes; until [ -e go ]; do sleep 0.05; done
ln -sf /etc/shadow notes; sudo cat notes
S
start_guarded --policy "$WITH_SUDO" -- bash script
wait_for_question
[[ $(json_of "data[0]['scopes']") == '["once"]' ]] || fail "$QUESTION"
first=$question_id
guard approve "$first" --scope session >/dev/null 2>&1 && fail "it is remembered"
guard approve "$first" >/dev/null
touch go
next_question() { wait_for_question; [[ $question_id != "$first" ]]; }
until_true 20 next_question || fail "the second one is not asked about"
[[ $QUESTION == *'reads /etc/shadow'* || $QUESTION == *'sudo cat notes'* ]] || fail "$QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
assert_content "$OUT" fresh
