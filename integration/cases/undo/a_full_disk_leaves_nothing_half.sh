# SPDX-License-Identifier: Apache-2.0
# There is no room to put a content back: the file stays what it is, and is not called changed since
# when the undo is run again.
. "$LIB/own_mounts.sh"
. "$LIB/case.sh"
with_undo
mkdir -m 700 small
mount -t tmpfs -o size=8m,mode=700 none small
head -c 6000000 /dev/urandom >small/large
cp small/large twin
cp small/large moved
guard_run --on-ask deny --session s -- python3 -c 'import os; os.truncate("small/large", 5)'
assert_status 0
head -c 5000000 /dev/zero >small/filler
for way in "" --final; do
  status=0
  guard undo --yes $way --session s 2>"$ERR" || status=$?
  assert_status 1
  assert_says "$ERR" "No space left on device"
  [[ $(stat -c %s small/large) -eq 5 ]] || fail "it was written: $(stat -c %s small/large)"
done
rm small/filler
guard undo --yes --session s
cmp small/large twin || fail "it did not come back"
umount small
