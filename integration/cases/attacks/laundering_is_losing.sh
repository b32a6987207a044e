# SPDX-License-Identifier: Apache-2.0
# Places where files may be deleted unasked (build folders, scratch) take in nothing of before
# unasked either.
. "$LIB/case.sh"
precious c1 c2 src/a
git init -q .
cat >exchange.py <<'PYTHON'
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
if libc.renameat2(-100, sys.argv[1].encode(), -100, sys.argv[2].encode(), 2) != 0:
    sys.exit(os.strerror(ctypes.get_errno()))
PYTHON
scratch=$(mktemp -d /var/tmp/guard-it.XXXXXX)
guard_run --on-ask deny -- bash -c "mkdir node_modules; mv c1 src node_modules/; rm -rf node_modules/*
  echo born > $scratch/b; python3 exchange.py $scratch/b c2; rm -f $scratch/b
  git log --output=.git/config; git --no-pager diff --no-index --output=.git/HEAD /dev/null exchange.py; true"
rm -rf "$scratch"
assert_untouched c1 c2 src/a
[[ $(head -c 6 .git/config) == "[core]" ]] || fail ".git/config was written through git"
[[ $(head -c 4 .git/HEAD) == "ref:" ]] || fail ".git/HEAD was written through git"
