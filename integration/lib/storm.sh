# SPDX-License-Identifier: Apache-2.0
# The functions that the cases of storms share: grow makes $tree of $files things, assert_all_back
# looks for all of them. Source it after case.sh.
tree=$WORKSPACE/tree

grow() {
  [[ ! -e $tree ]] || find "$tree" -type d -exec chmod u+rwx {} +
  rm -rf "$tree"
  python3 -B "$LIB/storm_tree.py" "$tree" "$files"
  remember "$tree"
}
# assert_all_back [FILTER]: what the session made may stay.
assert_all_back() {
  python3 -B "$LIB/exact.py" "$tree" | grep -av 'new-[0-9]*.,* ' | "${1:-cat}" >"$CASE_ROOM/is" || true
  "${1:-cat}" <"$CASE_ROOM/remembered" | grep -avxFf "$CASE_ROOM/is" >"$CASE_ROOM/lost" || return 0
  fail "$(wc -l <"$CASE_ROOM/lost") of $files are not as before: $(head -c 900 "$CASE_ROOM/lost")"
}
