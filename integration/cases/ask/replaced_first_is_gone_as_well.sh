# SPDX-License-Identifier: Apache-2.0
# A file of before goes with its name: also where its content was replaced before, where it changed places with a file of
# /tmp, and where it was moved to a place in which things are deleted unasked.
# timeout: 240
. "$LIB/case.sh"
with_undo
keeps_most() { # WORD...: at most 4 of 20 lose their name, but for one that was moved to n and stays there
  rm -rf many n && mkdir many && (cd many && for i in {10..29}; do echo old >"f$i"; done)
  guard_run --on-ask deny -- "$@"
  local left
  left=$(find . -maxdepth 2 '(' -path './many/f??' -o -name n ')' | wc -l)
  ((left >= 16)) || fail "$left of 20 are left after: $*"
  grep -qE '\(rule fs\.delete\.(many|wildcard)\)' "$ERR" || fail "refused otherwise: $*"
}
keeps_most bash -c 'for f in many/f*; do : >n; mv n $f; rm $f; done'
keeps_most bash -c 'for f in many/f*; do sed -i d $f; rm $f; done'
keeps_most bash -c 'for f in many/f*; do sed -i d $f; done; cd many; rm *'
keeps_most bash -c 'for f in many/f*; do sed -i d $f; done; mv many others; mv others many; rm many/*'
keeps_most bash -c 'for f in many/f*; do ln -sf /dev/null $f; rm $f; done'
keeps_most bash -c 'for f in many/f*; do cp --remove-destination /dev/null $f; rm $f; done'
keeps_most bash -c 'for f in many/f*; do mv $f n; touch $f; rm n; rm $f; done'
cat >swap.py <<'PYTHON'
import ctypes, os, sys, tempfile
libc = ctypes.CDLL(None, use_errno=True)
def swap(a, b):
    if libc.renameat2(-100, a.encode(), -100, b.encode(), 2) != 0:
        raise OSError(ctypes.get_errno(), "renameat2")
room = sys.argv[1] or tempfile.mkdtemp()
for name in sorted(os.listdir("many")):
    other = room + "/x"
    open(other, "w").close()
    swap("many/" + name, other)
    os.unlink(other)
    os.unlink("many/" + name)
PYTHON
keeps_most python3 swap.py .
if [[ $(stat -c %d /tmp) == $(stat -c %d .) ]]; then
  keeps_most python3 swap.py ""
fi
# Wherever things are deleted unasked.
mkdir -p ~/.cache/q
keeps_most bash -c 'for f in many/f*; do mv $f ~/.cache/q/; done'
keeps_most python3 -c 'import os
for name in sorted(os.listdir("many")): os.rename("many/" + name, os.path.expanduser("~/.cache/q/") + name)'
