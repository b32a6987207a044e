# SPDX-License-Identifier: Apache-2.0
# Names and words with escapes, control characters, bidi marks or broken bytes are shown tamed: in the
# list, the JSON, the record and the agent's own output. They cannot forge a question. Threat 65.
. "$LIB/case.sh"
tame() { # FILE
  ! LC_ALL=C grep -q $'[\x01-\x08\x0b-\x1f\x7f]' "$1" || fail "a control character reached $(basename "$1")"
  ! grep -q $'\u202e\|\u2066\|\u200b' "$1" || fail "a bidi mark reached $(basename "$1")"
  ! LC_ALL=C grep -q $'\x9b\|\xc2\x9b' "$1" || fail "a C1 control reached $(basename "$1")"
}
for bad in $'tmp_\e[2J\e]0;x\a\u202egnp.sh' $'tmp_a\r\n[y] approve' $'tmp_\e[31m\u2066x\u200b' $'tmp_\x9b2J\xff\xfe' $'tmp_\bx\x7f\u009b'; do
  mkdir -p "$bad"
  touch "$bad/file"
  start_guarded -- bash -c 'rm -rf ./tmp_*'
  wait_for_question
  guard pending >"$CASE_ROOM/shown"
  printf '%s' "$QUESTION" >"$CASE_ROOM/json"
  [[ $(json_of "any(c in str(v) for v in data[0].values() for c in '\x1b\x07\u202e\u2066\u200b\r\x08\x7f\x9b')") == false ]] || fail "in the JSON: $QUESTION"
  guard deny "$question_id" --reason $'no\e[2J'
  finish_guarded
  guard audit list >"$CASE_ROOM/listed"
  for file in "$CASE_ROOM/shown" "$CASE_ROOM/json" "$ERR" "$CASE_ROOM/listed"; do tame "$file"; done
  assert_exists "$bad/file"
  rm -rf "$bad"
done
mkdir 'tmp_ü plain'
start_guarded -- bash -c 'rm -rf ./tmp_*'
wait_for_question
guard pending >"$CASE_ROOM/shown"
assert_says "$CASE_ROOM/shown" 'tmp_ü plain'
guard deny "$question_id"
finish_guarded
