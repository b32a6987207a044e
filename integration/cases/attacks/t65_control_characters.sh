# SPDX-License-Identifier: Apache-2.0
# Names with escapes and bidi marks are shown tamed: they cannot forge a question. 65.
. "$LIB/case.sh"
bad=$'tmp_\e[2J\e]0;x\a\u202egnp.sh'
mkdir "$bad"
touch "$bad/file"
start_guarded -- bash -c 'rm -rf ./tmp_*'
wait_for_question
guard pending >"$CASE_ROOM/shown"
! grep -q $'[\e\a]' "$CASE_ROOM/shown" || fail "an escape reached the list"
! grep -q $'\u202e' "$CASE_ROOM/shown" || fail "a bidi mark reached the list"
[[ $(json_of "any(c in str(v) for v in data[0].values() for c in '\x1b\x07\u202e')") == false ]] || fail "in the JSON"
guard deny "$question_id"
finish_guarded
! grep -q $'[\e\a]' "$ERR" || fail "an escape reached the agent's standard error"
