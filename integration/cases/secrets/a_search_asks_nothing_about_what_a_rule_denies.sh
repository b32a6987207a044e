# SPDX-License-Identifier: Apache-2.0
# A rule that denies the read of a secret holds for a search of a tree as well: it goes on without that secret, and
# nobody is asked.
. "$LIB/case.sh"
mkdir -p src lib
echo TOKEN=canary >.env && echo TOKEN=plain >src/a.py
policy=$CASE_ROOM/policy.yaml
echo 'rules: [{id: dotenv, when: {act: read, path: ".env"}, decision: deny}]' >"$policy"
start_guarded --kill-at-exit --policy "$policy" -- sh -c 'grep -rn TOKEN .; exit 0'
finish_guarded
assert_says "$OUT" "TOKEN=plain"
assert_silent "$OUT" canary
! "$GUARD" audit export | grep -q '"decision":"ask"' || fail "somebody was asked"
# Another one is asked about, and that alone.
echo TOKEN=second >lib/key.pem
start_guarded --kill-at-exit --policy "$policy" -- sh -c 'grep -rn TOKEN .; exit 0'
wait_for_question
# Root's opens are held, and judged by themselves.
((EUID == 0)) || [[ $(json_of "data[0]['reason']") == "would read 1 secret: lib/key.pem" ]] || fail "$QUESTION"
guard approve "$question_id"
finish_guarded
assert_says "$OUT" second
assert_silent "$OUT" canary
