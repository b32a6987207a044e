# SPDX-License-Identifier: Apache-2.0
# Hundreds of files with two names each lose one of them: they are one file each again, with few
# descriptors to be had.
. "$LIB/case.sh"
with_undo
mkdir d e
for number in {1..300}; do
  echo "$number" >"d/$number"
  ln "d/$number" "e/$number"
done
guard_run --on-ask allow --safe-mode off --session s -- python3 -c 'import os
for name in os.listdir("d"): os.remove("d/" + name)
os.rename("e", "f")'
assert_status 0
(ulimit -n 64 && guard undo --yes --session s 2>"$ERR") || fail "not all came back: $(head -3 "$ERR")"
for number in {1..300}; do
  [[ d/$number -ef e/$number ]] || fail "d/$number and e/$number are two files"
done
