# SPDX-License-Identifier: Apache-2.0
# Nothing of a hostile name is raw in what guard undo lists, previews, asks, does and complains of.
. "$LIB/case.sh"
. "$LIB/hostile.sh"
with_undo
python3 -B "$LIB/hostile.py" make names
find names -type f -exec chmod u+w {} +
guard_run --on-ask allow --safe-mode off --session evil -- python3 -c '
import glob, os
for at, name in enumerate(sorted(glob.glob(b"names/evil*/evil*"))):
    if at % 3 == 0: os.unlink(name)
    elif at % 3 == 1: open(name, "w").write("changed by evil \x1b[31337m\u202e\u009b\n")
    else: os.rename(name, os.path.dirname(name) + b"/moved" + os.path.basename(name)[:200])'
assert_status 0
shown list guard undo --list --session evil
shown list.json guard undo --list --session evil --json
shown sessions guard undo --list
shown sessions.json guard undo --list --json
shown preview.diff guard undo --session evil --dry-run
shown preview.json guard undo --session evil --dry-run --json
assert_says "$SHOWN/preview.diff" "changed by evil"
shown not_confirmed.diff guard undo --session evil
for name in names/*; do
  shown nothing guard undo "$name/not there"
  shown also_nothing guard undo --session "$name"
done
# Somebody else changes what would be given back.
find names -name 'moved*' -exec sh -c 'echo evil >"$1"' x {} \;
shown conflict.diff guard undo --session evil --dry-run
shown choice.diff guard undo --session evil
said restored guard undo --session evil --conflicts overwrite --yes
said again guard undo --session evil --yes
said listed guard undo --list --all
wait_for_closing
shown recorded guard audit list --limit 0
