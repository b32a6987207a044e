# SPDX-License-Identifier: Apache-2.0
# A file that the session made outside of the workspace it edits and deletes without a further question, also under
# another name. Files of before, another file of the same name, a new name, and what programs read later are asked
# about.
. "$LIB/case.sh"
with_undo
precious ../theirs ../kept/theirs
free_policy 'act: [create]'
lets() {
  guard_run --policy "$FREE" --on-ask deny -- bash -c "$1"
  [[ $status == 0 && $(<"$ERR") != *denied* ]] || fail "it is not let: $1"
}
denies() {
  guard_run --policy "$FREE" --on-ask deny -- bash -c "$1"
  assert_says "$ERR" 'denied'
}
lets 'echo 1 >../one; echo 2 >>../one; echo 3 >../one; rm ../one'
lets 'mkdir ../mine; echo 1 >../mine/a; rm -r ../mine'
lets 'mkdir ../mine; echo 1 >../mine/a; rm ../mine/a; rmdir ../mine'
lets 'echo 1 >../one; mv ../one in; echo 2 >>in'
denies 'echo 1 >../one; mv ../one ../two'
denies 'echo >>../theirs'
assert_untouched ../theirs
# Another session's is not this one's; nor is what it moved a file of before into.
denies 'rm ../one'
denies 'mkdir ../mine; ln ../theirs ../mine/a; rm -r ../mine'
assert_untouched ../theirs
# By the object, not by the name.
denies 'echo 1 >../again; mv ../again in2; cp in2 in3; mv in3 ../kept/theirs'
assert_untouched ../kept/theirs
denies 'mkdir ../.tool; echo 1 >../.tool/start; echo 2 >>../.tool/start'
