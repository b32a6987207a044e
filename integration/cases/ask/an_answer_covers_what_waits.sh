# SPDX-License-Identifier: Apache-2.0
# An answer for the session answers at once what waits already and it covers, and that is on record as
# such; categories for the session do the same. Questions that they do not cover, and tier 3, go on
# waiting.
. "$LIB/case.sh"
git init -q .
start_guarded -- bash -c 'git push origin a & git push origin b & git push other c & git push --force origin d & wait; echo over'
waiting() { QUESTION=$(guard pending --json) && [[ $(json_of "len(data)") == "$1" ]]; }
until_true 20 waiting 4 || fail "waiting: $QUESTION"
id_of() { json_of "[q['id'] for q in data if '$1' in q['what']][0]"; }
first=$(id_of 'origin a') second=$(id_of 'origin b') third=$(id_of 'other c') fourth=$(id_of 'force')
categories=$(json_of "','.join([q['categories'] for q in data if 'other c' in q['what']][0])")

guard approve "$first" --scope session --pattern 'git push origin *' >/dev/null
until_true 10 waiting 2 || fail "after the answer wait: $QUESTION"
[[ $(json_of "sorted(q['id'] for q in data) == sorted(['$third', '$fourth'])") == true ]] || fail "wait: $QUESTION"
guard approve-session --categories "$categories" >/dev/null
until_true 10 waiting 1 || fail "after the categories wait: $QUESTION"
[[ $(json_of "data[0]['id']") == "$fourth" ]] || fail "waits: $QUESTION"
guard deny "$fourth" >/dev/null
finish_guarded
assert_says "$OUT" over

answer="r['act'] == 'answer' and r['approval_status'] == 'approved' and r['approval_id']"
assert_recorded "$answer == '$first' and 'covered_by' not in r['effect'] and r['effect']['scope'] == 'session'"
assert_recorded "$answer == '$second' and r['effect']['covered_by'] == '$first' and 'covered by the answer to question ${first:0:8}: git push origin' in r['reason']"
assert_recorded "$answer == '$third' and r['effect']['covered_by'] == 'approve-session'"
assert_recorded "r['act'] == 'exec' and r['approval_id'] == '$second' and r['approval_status'] == 'approved' and r['outcome'] == 'done'"
assert_recorded "r['act'] == 'exec' and r['approval_id'] == '$fourth' and r['approval_status'] == 'denied'"
