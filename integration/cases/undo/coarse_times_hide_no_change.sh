# SPDX-License-Identifier: Apache-2.0
# A file system that counts whole seconds: what changes twice within one is given back all the same.
# With that the file is looked at, not its times.
. "$LIB/own_mounts.sh"
. "$LIB/case.sh"
with_undo
command -v mkfs.ext4 >/dev/null || skip "no mkfs.ext4"
truncate -s 16M disk
mkfs.ext4 -q -I 128 disk
mkdir m
mount -o loop disk m 2>"$ERR" || skip "no loop device to be had: $(<"$ERR")"
printf 'PRECIOUS\n' >m/f
touch -d 2020-01-01 m/f
guard_run --on-ask deny --session s -- python3 -c '
import os, time
time.sleep(1.01 - time.time() % 1)
os.chmod("m/f", 0o600)
open("m/f", "r+").write("DESTROYE")'
assert_status 0
assert_content m/f DESTROYE
guard undo --yes --session s
assert_content m/f PRECIOUS
[[ $(stat -c '%a %Y' m/f) == "644 $(date -d 2020-01-01 +%s)" ]] || fail "it is $(stat -c '%a %Y' m/f)"
