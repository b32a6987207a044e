# SPDX-License-Identifier: Apache-2.0
# A precious folder mounted under a harmless name, or a harmless file over a precious one: judged as
# what it is, from inside and through /proc/PID/root.
. "$LIB/case.sh"
. "$LIB/namespaces.sh"
away=$CASE_ROOM/home/away
precious "$away/egg" "$away/other" nest/egg
mkdir alias
guard_run "${guard_options[@]}" -- unshare -Urm bash -c '"$0" bind "$1" alias && cat alias/egg
  python3 -c "import os; os.unlink(\"alias/egg\")"; python3 -c "open(\"alias/egg\", \"w\")"; mv alias/other alias/gone; touch alias/new' "$PROGRAMS/mounts" "$away"
assert_says "$OUT" "bind: 0"
assert_untouched "$away/egg" "$away/other"
assert_missing "$away/new"
assert_recorded "r['act'] == 'delete' and r['objects'] == ['$away/egg'] and r['decision'] != 'allow'"
# Born file over a precious one: the name is a mount point, what lies below stays.
guard_run "${guard_options[@]}" -- unshare -Urm bash -c 'echo born >born; "$0" bind born nest/egg; cat nest/egg
  python3 - <<PYTHON
import errno, os
for act in (lambda: os.unlink("nest/egg"), lambda: os.rename("nest/egg", "elsewhere"), lambda: os.rename("born", "nest/egg")):
    try:
        act()
        print("it went")
    except OSError as error:
        print(errno.errorcode[error.errno])
PYTHON' "$PROGRAMS/mounts"
assert_content "$OUT" "bind: 0
born
EBUSY
EBUSY
EBUSY"
assert_untouched nest/egg
# From outside of the sandbox, through its root.
guard_run "${guard_options[@]}" -- bash -c 'unshare -Urm bash -c "\"\$0\" bind \"\$1\" alias; echo fresh >fresh; \"\$0\" bind fresh nest/egg; echo \$\$ >pid; until [ -e end ]; do sleep 0.05; done" "$0" "$1" &
  until [ -s pid ]; do sleep 0.05; done
  root=/proc/$(<pid)/root$PWD
  python3 - "$root" <<PYTHON
import os, sys
for name in ("alias/egg", "nest/egg"):
    try:
        os.unlink(sys.argv[1] + "/" + name)
        print("gone", name)
    except OSError as error:
        print("kept", name)
PYTHON
  touch end; wait' "$PROGRAMS/mounts" "$away"
assert_says "$OUT" "kept alias/egg"
assert_says "$OUT" "kept nest/egg"
assert_untouched "$away/egg" nest/egg
