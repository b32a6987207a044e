# SPDX-License-Identifier: Apache-2.0
# A further name of a file that lies deeper than one path reaches is found; messages stay readable.
. "$LIB/case.sh"
with_undo
precious f
guard_run --on-ask deny --session s -- python3 -c '
import os
folder = os.open(".", os.O_RDONLY)
for turn in range(30):
    os.mkdir("d" * 200, dir_fd=folder)
    folder = os.open("d" * 200, os.O_RDONLY, dir_fd=folder)
os.link("f", "other", dst_dir_fd=folder)
os.remove("f")'
assert_status 0
assert_missing f
status=0
guard undo --yes --session s >"$OUT" 2>"$ERR" || status=$?
assert_untouched f
[[ $(wc -c <"$ERR") -lt 2000 ]] || fail "it says $(wc -c <"$ERR") bytes"
assert_status 0
