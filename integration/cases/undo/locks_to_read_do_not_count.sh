# SPDX-License-Identifier: Apache-2.0
# A lock needs only a file that can be read. One on a session's files makes it neither a running one,
# whose changes are all its own, nor one that cannot be undone.
. "$LIB/case.sh"
with_undo
precious f g
guard_run --on-ask deny --session s -- sh -c 'echo agent >f; echo agent >g'
is_over() { guard undo --list --json | python3 -c 'import json, sys; sys.exit(json.load(sys.stdin)[-1]["running"])'; }
until_true 5 is_over || fail "the session does not end"
guard undo --yes --session s "$PWD/g"
sleep 0.02
echo mine >f
start_guarded --on-ask deny --session locks -- python3 -c '
import fcntl, glob, os, struct, sys, time
held = []
for path in glob.glob(sys.argv[1] + "/undo/s/*"):
    try:
        held.append(open(path))
    except OSError:
        continue
    if not os.path.isfile(path): continue
    fcntl.flock(held[-1], fcntl.LOCK_SH if path.endswith("undone") else fcntl.LOCK_EX)
    if os.geteuid() != 0 or not path.endswith(".lock"):
        fcntl.fcntl(held[-1], fcntl.F_SETLK, struct.pack("hhqqi", fcntl.F_RDLCK, 0, 0, 0, 0))
open(sys.argv[2], "w").write(str(len(held)))
time.sleep(100)' "$GUARD_STATE_DIR" "$PWD/locked"
until_true 20 test -s locked
((10#$(<locked) > 3)) || fail "nothing was locked"
status=0
guard undo --yes --session s >"$OUT" 2>"$ERR" || status=$?
assert_status 3
assert_content f mine
guard undo --yes --session s --conflicts overwrite >"$OUT" 2>"$ERR" || fail "refused: $(<"$ERR")"
assert_untouched f g
kill -TERM "$guard_pid"
finish_guarded
