# SPDX-License-Identifier: Apache-2.0
# A blocking open of a FIFO holds up nobody else, pairs up, and a signal interrupts it. Threat K26; T14.
. "$LIB/case.sh"
with_undo
mkfifo p q
start_guarded --on-ask deny --kill-at-exit -- bash -c 'echo one >p & echo two >q & sleep 0.3; echo x >other; rm other; touch went; read -r line <p; echo "$line"; read -r line <q; echo "$line"; echo three >p & sleep 0.2; kill $!; wait $!; echo "status $?"'
until_true 20 test -e went || fail "everything waits for a reader"
finish_guarded
assert_content "$OUT" $'one\ntwo\nstatus 143'
same_as_bare '' "$PROGRAMS/interrupted_open"
same_as_bare 'mkfifo p' bash -c 'echo through >p & touch other; read line <p; echo "$line"; wait'
same_as_bare 'mkfifo p' timeout -s TERM 1 bash -c 'echo never >p'
