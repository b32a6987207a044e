# SPDX-License-Identifier: Apache-2.0
# Where no session runs, stop, pause and resume say so in the same words and end with the same status.
. "$LIB/case.sh"
for words in stop 'stop --all' pause 'pause --all' resume; do
  read -ra each <<<"$words"
  status=0
  guard "${each[@]}" >"$OUT" 2>"$ERR" || status=$?
  assert_status 1
  assert_content "$ERR" 'guard: no session runs'
done
