# SPDX-License-Identifier: Apache-2.0
# Two sessions together lose nothing either: the name among build output that would be the last one,
# and goes unasked in the next session, is asked about when it is given.
. "$LIB/case.sh"
with_undo
for folder in node_modules __pycache__; do
  mkdir "$folder"
  printf 'precious\n' >keep
  guard_run --on-ask deny --session "a-$folder" -- sh -c "ln keep $folder/keep && rm keep"
  guard_run --on-ask deny --session "b-$folder" -- rm -rf "$folder"
  assert_content keep precious
  assert_recorded "r['rule'] == 'fs.link' and r['decision'] == 'deny'"
  # Files that the build made get further names unasked.
  mkdir "$folder"
  printf 'built\n' >"$folder/one"
  ln "$folder/one" "$folder/other"
  guard_run --on-ask deny -- sh -c "ln $folder/one $folder/two && echo new >born && ln born $folder/born"
  assert_status 0
  rm -rf keep born "$folder"
done
