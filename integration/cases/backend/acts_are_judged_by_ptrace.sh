# SPDX-License-Identifier: Apache-2.0
# Under the ptrace backend a delete asks, a denial leaves the file, an approval lets it go, an overwrite
# is saved and given back; all of it on record as under a listener.
. "$LIB/case.sh"
with_undo
export GUARD_BACKEND=ptrace
precious nest/egg nest/other notes
guard_run --on-ask deny -- rm -rf nest
assert_untouched nest/egg nest/other
assert_says "$ERR" "guard: denied rm -rf nest"
assert_recorded "r['act'] == 'exec' and r['decision'] in ('ask', 'deny')"
# Asked and denied, asked and approved.
start_guarded -- rm -r nest
wait_for_question
guard deny "$question_id" --reason "keep it" >/dev/null
finish_guarded
assert_status_not 0
assert_untouched nest/egg
start_guarded -- rm -r nest
wait_for_question
guard approve "$question_id" >/dev/null
finish_guarded
assert_status 0
assert_missing nest
# What a program without a telling command line deletes is asked at its call.
precious nest/egg
guard_run --no-undo --on-ask deny -- python3 -c 'import shutil; shutil.rmtree("nest")'
assert_untouched nest/egg
guard_run --session by-ptrace -- bash -c 'echo changed >notes; mv notes moved'
assert_status 0
assert_content moved changed
guard undo --yes --session by-ptrace >"$OUT"
assert_untouched notes
