# SPDX-License-Identifier: Apache-2.0
# A folder that the session made may be moved to where anything is deleted unasked, but not with things of before in it.
. "$LIB/case.sh"
precious photos/a photos/b/c other/d
mkdir sub
echo SECRET=canary >sub/.env
git init -q .
cat >carry.py <<'PYTHON'
import os, shutil, sys
what, folder, place = sys.argv[1:]
os.mkdir(folder)
os.rename(what, os.path.join(folder, "inside"))
try:
    os.rename(folder, place)
    shutil.rmtree(place)
    print("lost", what)
except PermissionError:
    print("kept", what)
    os.rename(os.path.join(folder, "inside"), what)
PYTHON
scratch=$(mktemp -d /tmp/guard-it.XXXXXX)
mkdir -p "$HOME/.cache"
guard_run --on-ask deny -- bash -c "python3 carry.py photos d1 node_modules
  python3 carry.py other d2 $scratch/x
  python3 carry.py sub d3 \$HOME/.cache/x
  mkdir -p node_modules d4/deep; python3 carry.py photos d4/deep/d node_modules/d
  python3 carry.py other d5 node_modules/e"
rm -rf "$scratch"
assert_content "$OUT" "kept photos
kept other
kept sub
kept photos
kept other"
assert_untouched photos/a photos/b/c other/d
assert_exists sub/.env
# A folder with nothing of before in it goes unasked as ever.
guard_run --on-ask deny -- bash -c 'mkdir own own/x; echo 1 >own/x/y; mkdir -p t; mv other t/; mv own node_modules/own; rm -rf node_modules/own; mv t/other .'
assert_status 0
assert_silent "$ERR" "guard: denied"
