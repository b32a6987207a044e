# SPDX-License-Identifier: Apache-2.0
# The object that is to be brought back lives on under another name that guard does not find: the
# one in its place stays, with --final too. A name below the workspace is found, wherever it moved.
. "$LIB/case.sh"
with_undo
mkdir ../elsewhere deep deep/er
echo x >a
ln a ../elsewhere/b
echo y >c
ln c deep/er/d
guard_run --on-ask deny --session s -- bash -c 'echo work >t; mv t a; echo work >u; mv u c; mv deep deeper'
assert_status 0
assert_content a work
for way in "" --final; do
  status=0
  guard undo --yes $way --session s >"$OUT" 2>"$ERR" || status=$?
  assert_status 1
  assert_says "$ERR" "its content lives on under another name, which was not found (looked below $PWD"
  assert_content a work
  assert_content c y
  [[ c -ef deep/er/d ]] || fail "c and d are no longer one file"
done
[[ -z $(find . -name '.guard-undo*') ]] || fail "something was left behind"
