# SPDX-License-Identifier: Apache-2.0
# sed -i and editors put a new file in the place of one of before. The question about such files counts them as of
# before, and undo gives back as many as it promises.
. "$LIB/case.sh"
with_undo
precious photos/{1,2,3}.txt
start_guarded -- bash -c "sed -i s/precious/new/ photos/*.txt; echo made >photos/made; rm -rf photos"
wait_for_question
[[ $(json_of 'data[0]["undo"]') == "4 of 5; not 1 made in this session" ]] || fail "promised: $QUESTION"
[[ $(json_of 'data[0]["reason"]') == *"4 entries of which existed before"* ]] || fail "counted: $QUESTION"
guard approve "$question_id"
finish_guarded
assert_status 0
assert_missing photos
guard undo --yes --last >/dev/null
for i in 1 2 3; do assert_content "photos/$i.txt" "precious photos/$i.txt"; done
assert_missing photos/made

# One by one: each question promises the file that it is about.
start_guarded -- python3 -c '
import os
for name in sorted(os.listdir("photos")):
    open("photos/.new", "w").write("new")
    os.rename("photos/.new", "photos/" + name)
for name in sorted(os.listdir("photos")): os.unlink("photos/" + name)
os.rmdir("photos")'
wait_for_question
[[ $(json_of 'data[0]["undo"]') == all* ]] || fail "promised: $QUESTION"
guard approve --scope command "$question_id"
finish_guarded
assert_status 0
guard undo --yes --last >/dev/null
[[ $(find photos -name '?.txt' | wc -l) == 3 ]] || fail "not given back: $(find photos)"

# A build's new output in the place of its old one is not counted: make clean asks nothing.
mkdir objects
touch objects/{1..9}.o
guard_run --on-ask deny -- bash -c 'for f in objects/*.o; do echo new >new; mv new $f; done; rm -f objects/*.o'
assert_status 0
assert_missing objects/1.o
