# SPDX-License-Identifier: Apache-2.0
# guard asks about an act that an ordinary user could not give back: another's file, groups that they
# are not in, file capabilities. A file that is lost all the same is told, and is no success.
. "$LIB/case.sh"
with_undo
[[ $EUID -eq 0 ]] || skip "needs root: only root makes another's files"
command -v setpriv >/dev/null || skip "no setpriv here"
chmod 755 "$CASE_ROOM" "$CASE_ROOM/home" "$WORKSPACE"
real=$GUARD
cat >"$CASE_ROOM/as_nobody" <<SH
#!/bin/sh
exec setpriv --reuid 65534 --regid 65534 --clear-groups env -u XDG_RUNTIME_DIR HOME=/nonexistent "$real" "\$@"
SH
chmod 755 "$CASE_ROOM/as_nobody"
GUARD=$CASE_ROOM/as_nobody
export GUARD_STATE_DIR=$CASE_ROOM/nobody_state
mkdir "$GUARD_STATE_DIR" w
cd w
precious file own written plain chgrp gs caps
mkdir folder
mkfifo fifo
ln -s file link
chown 65534:65534 "$GUARD_STATE_DIR" . own written plain
chown 65534:33 chgrp gs
chown 65534:65534 caps
chmod 2755 gs
chmod 700 "$GUARD_STATE_DIR"
python3 -c 'import os; os.setxattr("caps", "security.capability", bytes.fromhex("0100000200040000000000000000000000000000"))' ||
  skip "no file capabilities here"
chown -h 0:0 link
chmod 666 file
python3 -B "$LIB/exact.py" . >"$CASE_ROOM/before"
for act in 'rm file' 'rm -f link' 'rm -f fifo' 'rmdir folder' 'mv -f plain file' 'chgrp 65534 chgrp' \
  'echo new >>gs' 'chmod 755 gs' 'echo new >>caps'; do
  guard_run --on-ask deny -- sh -c "$act"
  [[ $status -ne 0 ]] || fail "it went through: $act"
done
python3 -B "$LIB/exact.py" . >"$CASE_ROOM/after"
diff "$CASE_ROOM/before" "$CASE_ROOM/after" || fail "something changed"
assert_recorded "r['rule'] == 'undo.unsaved' and r['decision'] == 'deny'"
guard_run --on-ask deny --session mode -- sh -c 'chmod 600 chgrp; chgrp 65534 chgrp'
assert_status_not 0
guard undo --yes --session mode || fail "not a success"
[[ $(stat -c '%g %a' chgrp) == "33 644" ]] || fail "it is $(stat -c '%g %a' chgrp)"
# Its own comes back unasked, and wholly.
guard_run --on-ask deny --session own -- sh -c 'rm own; echo new >written'
assert_status 0
guard undo --yes --session own || fail "not a success"
assert_untouched own written
# A file that is lost all the same is told, and is no success.
guard_run --on-ask deny --session times -- sh -c 'echo new >>file'
assert_status 0
status=0
guard undo --yes --session times >"$OUT" 2>"$ERR" || status=$?
assert_status 1
assert_says "$OUT" "not wholly: 1"
assert_says "$ERR" "times"
assert_untouched file
