# SPDX-License-Identifier: Apache-2.0
# A No to the read of a secret that holds for the session holds for that file, however it is called later. Another
# secret is asked about as ever.
. "$LIB/case.sh"
with_undo
echo TOKEN=canary >.env
mkdir other && echo TOKEN=second >other/.env
start_guarded --kill-at-exit -- bash -c 'cat .env; mv .env plain; cat plain; ln plain more; cat more; cat other/.env; exit 0'
wait_for_question
first=$question_id
assert_says <(json_of "data[0]['what']") .env
guard deny --scope session "$first" >/dev/null
next_waits() { one_question_waits && [[ $question_id != "$first" ]]; }
while until_true 10 next_waits; do
  what=$(json_of "data[0]['what']")
  first=$question_id
  case $what in
    *mv*|*ln*|*move*|*link*) guard approve "$first" >/dev/null ;;
    *other/.env*) guard deny "$first" >/dev/null; break ;;
    *) fail "asked again: $what" ;;
  esac
done
[[ $what == *other/.env* ]] || fail "the other secret was not asked about: $what"
finish_guarded
assert_silent "$OUT" canary
assert_silent "$OUT" second
assert_recorded "r['act'] == 'read' and r['decision'] == 'deny' and r['objects'][0].endswith('/plain') and r['rule'] == 'grant'"
