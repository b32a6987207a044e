# SPDX-License-Identifier: Apache-2.0
# The record says who approved categories for the session, with the program they did it by; it says so of
# each question that this answered, and an act that it let happen says why.
. "$LIB/case.sh"
precious tmp_a/one lone
start_guarded --session s -- bash -c 'rm -rf tmp_a; rm lone'
wait_for_question
guard approve-session --categories FS_DELETE_OVERWRITE
finish_guarded
assert_missing tmp_a lone
by="$(id -un) (guard approve-session)"
assert_recorded "r['act'] == 'answer' and r['effect'].get('categories') == ['FS_DELETE_OVERWRITE'] and r['effect']['by'] == '$by' and r['effect']['scope'] == 'session'"
assert_recorded "r['act'] == 'answer' and r['approval_id'] == '$question_id' and r['effect']['by'] == '$by' and r['effect']['covered_by'] == 'approve-session'"
assert_recorded "r['act'] == 'delete' and r['objects'] == ['$PWD/lone'] and 'its categories were approved for the session' in r['reason']"
wait_for_closing
for format in md html; do
  guard audit report s --format "$format" >"$OUT"
  assert_says "$OUT" "approved for the session by $by: FS_DELETE_OVERWRITE"
done
# The act leads to the answer, as one whose question was answered does; nobody was asked twice.
guard audit list --session s --by "$(id -un)" --json >"$OUT"
assert_says "$OUT" "$PWD/lone"
guard audit list --session s --json | python3 -c 'import json, os, sys
lone = [act for act in json.load(sys.stdin) if act["objects"] == [os.getcwd() + "/lone"]]
assert {act["answer_channel"] for act in lone} == {"guard approve-session"}, lone'
