# SPDX-License-Identifier: Apache-2.0
# A grant that is taken back ends at once, in a session that runs; a grant that the session
# remembers itself is listed and taken back too.
. "$LIB/case.sh"
precious old/a/1 old/b/2 new/a/1 new/b/2
start_guarded -- bash -c 'rm -r old/a; rm -r new/a; until [[ -e go ]]; do sleep 0.05; done; rm -r old/b; rm -r new/b'
answered() { QUESTION=$(guard pending --json) && [[ $QUESTION != *"$1"* ]]; }
wait_for_question
guard approve "$question_id" --scope always >/dev/null
until_true 10 answered "$question_id" || fail "still waits"
# `always` was for the folder old; new/a asks for itself.
wait_for_question
guard approve "$question_id" --scope session >/dev/null
until_true 10 answered "$question_id" || fail "still waits"
until_true 10 test ! -e new/a || fail "new/a is there"
guard policy grants --json >"$OUT"
[[ $(python3 -c 'import json, sys; print(sorted(g["scope"] for g in json.load(open(sys.argv[1]))))' "$OUT") == "['always', 'session']" ]] || fail "grants: $(<"$OUT")"
for id in $(python3 -c 'import json, sys; print(*[g["id"] for g in json.load(open(sys.argv[1]))])' "$OUT"); do
  guard policy grants --revoke "$id" >/dev/null
done
[[ $(guard policy grants) == 'nothing is remembered' ]] || fail "left: $(guard policy grants)"
touch go
for folder in old new; do
  wait_for_question
  [[ $(json_of "'$folder/b' in data[0]['what']") == true ]] || fail "asked: $QUESTION"
  guard deny "$question_id" >/dev/null
  until_true 10 answered "$question_id" || fail "still waits"
done
finish_guarded
assert_exists old/b/2 new/b/2
