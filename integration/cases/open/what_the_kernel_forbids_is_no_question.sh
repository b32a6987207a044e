# SPDX-License-Identifier: Apache-2.0
# An act that the caller's own rights forbid is refused as the kernel refuses it, also when nobody is
# there to ask: no question, and the errno that programs know.
. "$LIB/case.sh"
[[ $EUID -ne 0 ]] || skip "root may write everywhere"
guard_run --on-ask deny -- python3 -c '
import os
for act in (lambda: open("/usr/lib/guard-canary", "w"), lambda: os.mkdir("/usr/lib/guard-canary"),
            lambda: os.symlink("x", "/usr/lib/guard-canary")):
    try: act()
    except OSError as error: print(error.errno)'
assert_status 0
assert_content "$OUT" $'13\n13\n13'
assert_silent "$ERR" denied
assert_nothing_asked
