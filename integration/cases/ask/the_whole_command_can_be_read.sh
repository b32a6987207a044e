# SPDX-License-Identifier: Apache-2.0
# A question leaves out the middle of a long command; guard pending ID has all of it.
. "$LIB/case.sh"
precious docs/a
start_guarded -- bash -c 'args=(); for i in {1..80}; do args+=("build/a_name_of_some_length_$i"); ((i != 40)) || args+=(docs); done; rm -rf "${args[@]}"'
wait_for_question
[[ $(json_of "'length_41 ' in data[0]['what'] or 'whole' in data[0]") == false ]] || fail "nothing is left out: $QUESTION"
COLUMNS=80 guard pending "$question_id" >"$CASE_ROOM/one"
tr -d '\n ' <"$CASE_ROOM/one" >"$CASE_ROOM/joined"
assert_says "$CASE_ROOM/joined" "build/a_name_of_some_length_40docsbuild/a_name_of_some_length_41"
guard pending --json "$question_id" | python3 -c '
import json, sys
(question,) = json.load(sys.stdin)
assert question["whole"].startswith("rm -rf ") and question["whole"].count("build/") == 80, question["whole"]'
guard deny "$question_id"
finish_guarded
assert_exists docs/a
