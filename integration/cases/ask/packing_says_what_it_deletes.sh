# SPDX-License-Identifier: Apache-2.0
# zip -m deletes what it has packed: the question says how many files, as that of rm does.
. "$LIB/case.sh"
command -v zip >/dev/null || skip "no zip here"
precious pack/a pack/b pack/c/d note
echo A=1 >pack/.env
says() { # REASON WORD...
  local reason=$1
  shift
  start_guarded --kill-at-exit -- "$@"
  wait_for_question
  [[ $(json_of "data[0]['reason']") == "$reason" ]] || fail "$*: $QUESTION"
  guard deny "$question_id"
  finish_guarded
}
size=$(($(stat -c %s pack/a) + $(stat -c %s note)))
says "deletes what it has packed: 2 files, $size B" zip -qm "$HOME/a.zip" pack/a note
size=$(cat pack/a pack/b pack/c/d pack/.env | wc -c)
says "deletes what it has packed: 4 files, $size B, among them 1 secret" zip -qrm "$HOME/a.zip" pack
assert_exists pack/c/d
