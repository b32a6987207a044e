# SPDX-License-Identifier: Apache-2.0
# A command that says that it writes more than the file system has room for is asked about before
# the first byte; one that fits runs.
. "$LIB/case.sh"
denied() {
  guard_run --ci -- "$@"
  assert_status_not 0
  assert_says "$ERR" "are free"
  assert_recorded "r['rule'] == 'fs.fills'"
  assert_missing big
}
denied dd if=/dev/zero of=big bs=1G count=999999999
denied dd if=/dev/zero of=big bs=1M
denied fallocate -l 900T big
denied truncate -s 900T big
denied env nice dd if=/dev/urandom of=big
guard_run --ci -- dd if=/dev/zero of=small bs=1k count=4 status=none
assert_status 0
guard_run --ci -- truncate -s 10k other
assert_status 0
[[ $(stat -c %s other) -eq 10240 ]] || fail "not written"
