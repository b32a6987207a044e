# SPDX-License-Identifier: Apache-2.0
# A rule that denies a program by its path holds for the file: by a hard link, and as the script that a shell is given,
# by whatever name, as a word or on its standard input. A file that only has its content is another file.
. "$LIB/case.sh"
with_undo
mkdir bin
printf '#!/bin/sh\ntouch deployed\n' >bin/deploy
chmod +x bin/deploy
ln bin/deploy bin/hard
ln -s deploy bin/soft
cp bin/deploy other
policy=$CASE_ROOM/p.yaml
printf 'rules: [{id: no, when: {command: ./bin/deploy}, decision: deny}]\n' >"$policy"
for text in './bin/deploy' './bin/hard' './bin/soft' 'sh bin/deploy' 'sh bin/hard' 'sh ./bin/soft' 'bash -x bin/hard a b' \
  'sh <bin/deploy' 'bash -s a <bin/hard' 'sh <bin/soft' 'cd bin && sh <./deploy' 'ln bin/deploy new && ./new' \
  'exec <bin/deploy; sh'; do
  guard_run --policy "$policy" --on-ask allow -- bash -c "$text"
  assert_says "$ERR" "(rule no"
  [[ ! -e deployed ]] || fail "it ran: $text"
  rm -f new
done
for words in './bin/hard' 'sh bin/hard' 'sh bin/soft'; do
  status=0
  # shellcheck disable=SC2086
  guard check --policy "$policy" -- $words >"$OUT" || status=$?
  assert_status 4
done
# Data that a shell reads is no script, nor is another file.
for text in 'sh ./other' 'sh <other' 'cat bin/deploy' 'cat <bin/deploy' 'sh -c "cat" <bin/deploy' 'sh ./other bin/deploy' \
  'python3 -c "import sys; print(len(sys.stdin.read()))" <bin/deploy'; do
  guard_run --policy "$policy" --on-ask allow -- bash -c "$text"
  assert_status 0
done
assert_exists deployed
# A rule that asks holds alike; one that allows holds for no other way.
printf 'rules: [{id: may, when: {command: ./bin/deploy}, decision: ask}]\n' >"$policy"
for text in './bin/hard' 'sh <bin/deploy'; do
  guard_run --policy "$policy" --on-ask deny -- bash -c "$text"
  assert_says "$ERR" "(rule may"
done
