# SPDX-License-Identifier: Apache-2.0
# Agents start shells with options of their own before the text: what stood as a wildcard in it is told all the same.
. "$LIB/case.sh"
precious tmp_a/one tmp_b/two
for options in "" "--norc --noprofile" "--login -e"; do
  guard_run --on-ask deny --session "s${#options}" -- bash -c "bash $options -c 'rm -r ./tmp_*'"
  assert_says "$ERR" "(rule fs.delete.wildcard)"
done
assert_untouched tmp_a/one tmp_b/two
