# SPDX-License-Identifier: Apache-2.0
# A refused act fails for the program that made it, and an act that succeeds is really there: nothing
# is written into a copy that vanishes. Threat 55.
. "$LIB/case.sh"
keep_policy
for call in 'call_unlink kept/f' 'call_rename kept/f x' 'call_truncate kept/f 0' 'call_creat kept/f' 'call_open_trunc wronly kept/f' 'call_mkdir kept/new' 'call_symlink x kept/new' \
  'call_link kept/f x' 'call_rmdir kept/empty' 'call_openat2_trunc kept/f' 'connect_inet 192.0.2.1 80'; do
  precious kept/f
  mkdir -p kept/empty
  guard_run --policy "$KEEP" --on-ask deny -- "$PROGRAMS/"$call
  assert_status 1
  assert_says "$OUT" ": EPERM"
  assert_untouched kept/f
  assert_missing kept/new x
done
assert_recorded "r['decision'] == 'deny' and r['errno'] == 1 and r['outcome'] == 'refused'"
guard_run --policy "$KEEP" --on-ask deny -- bash -c 'echo really >there; mkdir -p a/b; echo deep >a/b/c; ln -s there link; cat link a/b/c'
assert_content "$OUT" $'really\ndeep'
assert_content there really
assert_content a/b/c deep
[[ $(readlink link) == there ]] || fail "the link is not there"
