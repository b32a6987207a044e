# SPDX-License-Identifier: Apache-2.0
# timeout: 150
# grep -r and tar open without waiting, so an ordinary user's are asked about at their start, once for all secrets that
# they would read. Approved, they read them; denied or unanswered, they run and skip them, and ask no more.
. "$LIB/case.sh"
((EUID != 0)) || skip "as root each open is held, and asked about"
mkdir -p src lib
echo TOKEN=canary >.env && echo TOKEN=second >lib/.env && echo TOKEN=plain >src/a.py
asks() { # REASON WORD...
  local reason=$1
  shift
  start_guarded --kill-at-exit -- "$@"
  wait_for_question
  [[ $(json_of "data[0]['reason']") == "$reason" ]] || fail "$*: $QUESTION"
}
# Approved: it reads what the question named.
asks "would read 2 secrets: .env, lib/.env" grep -rn TOKEN .
[[ $(json_of "data[0]['undo']") == "none: what has been read cannot be taken back" ]] || fail "$QUESTION"
guard approve "$question_id"
finish_guarded
assert_status 0
[[ $(sort "$OUT") == $'./.env:1:TOKEN=canary\n./lib/.env:1:TOKEN=second\n./src/a.py:1:TOKEN=plain' ]] || fail "$(<"$OUT")"
assert_silent "$ERR" skipped
assert_recorded "r['act'] == 'read' and r['rule'] == 'lease' and r['objects'][0].endswith('/lib/.env')"
asks "would read 1 secret: .env" tar cf "out.tar" .env src
guard approve "$question_id"
finish_guarded
assert_status 0
grep -q canary "out.tar" || fail "tar has it not"
rm out.tar
# No other process may read meanwhile.
asks "would read 2 secrets: .env, lib/.env" bash -c 'grep -rn TOKEN . >/dev/null; cat .env'
guard approve "$question_id"
wait_for_question
[[ $(json_of "data[0]['what']") == *"read"*".env"* ]] || fail "$QUESTION"
guard deny "$question_id"
finish_guarded
assert_silent "$OUT" canary
# Denied: it goes on without them, and so does the next one.
asks "would read 2 secrets: .env, lib/.env" bash -c 'grep -rn TOKEN .; grep -rn TOKEN src lib; egrep -r TOKEN .; exit 0'
guard deny "$question_id"
finish_guarded
assert_status 0
assert_silent "$OUT" canary
assert_says "$OUT" "src/a.py:1:TOKEN=plain"
assert_says "$ERR" "grep skips the 2 secrets that it meets, in this session: denied by"
[[ $(grep -c "TOKEN=plain" "$OUT") == 3 ]] || fail "$(<"$OUT")"
# Remembered for the session.
asks "would read 2 secrets: .env, lib/.env" bash -c 'grep -rn TOKEN .; grep -rn canary . lib; cd lib; grep -r TOKEN .'
[[ $(json_of "data[0]['covers']['session']") == "grep * in $PWD, to read .env, lib/.env and no other secret" ]] || fail "$QUESTION"
guard approve --scope session "$question_id"
guard policy grants >"$CASE_ROOM/grants"
assert_says "$CASE_ROOM/grants" "grep * in $PWD, to read .env, lib/.env and no other secret"
wait_for_question
[[ $(json_of "data[0]['reason']") == "would read 1 secret: .env" ]] || fail "other secrets: $QUESTION"
guard deny "$question_id"
finish_guarded
[[ $(grep -c canary "$OUT") == 2 ]] || fail "$(<"$OUT")"
# Where nobody can answer, and for a search that meets none, nothing is asked.
for words in "grep -rn TOKEN ." "grep -rn TOKEN src" "grep -rn --include=*.py TOKEN ." "grep -n TOKEN src/a.py"; do
  # shellcheck disable=SC2086
  guard_run --on-ask deny -- $words
  assert_says "$OUT" "TOKEN=plain"
  assert_silent "$OUT" canary
done
set -f
for words in "grep -rn TOKEN src" "grep -rn --include=*.py TOKEN ." "grep -rn --exclude=.env TOKEN ." \
  "grep -rn --exclude-dir=lib --exclude .e* TOKEN ." "tar cf new.tar src"; do
  # shellcheck disable=SC2086
  guard_run -- $words
  assert_status 0
done
