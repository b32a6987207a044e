# SPDX-License-Identifier: Apache-2.0
# The 501st command that an agent starts within an hour is asked about; approved, it goes on; a shell
# that does the same is not.
# timeout: 240
. "$LIB/case.sh"
mkdir bin
printf '#!/bin/bash\nfor ((i = 0; i < 503; i++)); do /bin/true || echo "refused $i"; done\n' >bin/claude
cp bin/claude bin/other
chmod +x bin/claude bin/other
start_guarded -- ./bin/claude
wait_for_question
[[ $(json_of "data[0]['rule']") == pace.commands ]] || fail "asked: $QUESTION"
guard approve "$question_id" >/dev/null
finish_guarded
assert_silent "$OUT" refused
guard_run --on-ask deny -- ./bin/claude
assert_says "$OUT" 'refused 500'
guard_run --on-ask deny -- ./bin/other
assert_silent "$OUT" refused
guard_run --ci -- ./bin/claude
assert_silent "$OUT" refused
