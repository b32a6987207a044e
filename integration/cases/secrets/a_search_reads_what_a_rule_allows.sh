# SPDX-License-Identifier: Apache-2.0
# A rule that allows reads of a secret holds for a search of a tree, which opens files without waiting, as guard check
# says. guard asks as ever about the other secrets that it meets, and a No keeps these alone from it.
. "$LIB/case.sh"
((EUID != 0)) || skip "as root each open is held, and judged by itself"
mkdir -p src lib
echo TOKEN=canary >.env && echo TOKEN=second >lib/.env && echo TOKEN=plain >src/a.py
policy=$CASE_ROOM/policy.yaml
echo 'rules: [{id: dotenv, when: {act: read, path: ".env"}, decision: allow}]' >"$policy"
guard check --policy "$policy" -- grep -rn TOKEN .env src >"$OUT"
assert_says "$OUT" "would run"
guard_run --policy "$policy" --on-ask deny -- grep -rn TOKEN .env src
assert_status 0
assert_says "$OUT" ".env:1:TOKEN=canary"
assert_says "$OUT" "src/a.py:1:TOKEN=plain"
assert_silent "$ERR" skipped
guard_run --policy "$policy" --on-ask deny -- tar cf out.tar .env src
assert_status 0
grep -q canary out.tar || fail "tar has it not"
# Where a rule speaks of the program, it holds for that program alone.
echo 'rules: [{id: dotenv, when: {command: grep, act: read, path: ".env"}, decision: allow}]' >"$policy.grep"
guard_run --policy "$policy.grep" --on-ask deny -- sh -c 'grep -r TOKEN .env; tar cf other.tar .env'
assert_says "$OUT" "TOKEN=canary"
! grep -q canary other.tar || fail "tar has it"
# Nobody answers: the other secret is denied, and nothing else.
guard_run --policy "$policy" --on-ask deny -- grep -rn TOKEN .
assert_says "$OUT" "TOKEN=canary"
assert_says "$OUT" "TOKEN=plain"
assert_silent "$OUT" second
# The question is about the other one; denied, it alone is left out, by the next search too.
start_guarded --kill-at-exit --policy "$policy" -- sh -c 'grep -rn TOKEN .; grep -rn TOKEN lib .env; exit 0'
wait_for_question
[[ $(json_of "data[0]['reason']") == "would read 1 secret: lib/.env" ]] || fail "$QUESTION"
guard deny "$question_id"
finish_guarded
[[ $(grep -c TOKEN=canary "$OUT") == 2 ]] || fail "$(<"$OUT")"
assert_silent "$OUT" second
assert_recorded "r['argv'][:1] == ['grep'] and r['risk_tier'] == 2 and r['approval_status'] == 'denied'"
# Approved, it reads both.
start_guarded --kill-at-exit --policy "$policy" -- grep -rn TOKEN .
wait_for_question
guard approve "$question_id"
finish_guarded
assert_says "$OUT" canary
assert_says "$OUT" second
