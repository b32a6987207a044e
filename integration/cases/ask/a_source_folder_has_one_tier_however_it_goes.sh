# SPDX-License-Identifier: Apache-2.0
# A source folder whose loss is tier 3 by `rm -r` is that too where a program deletes its few files first, and then the folder.
. "$LIB/case.sh"
with_undo
asked_at() { # TIER WORD...
  local tier=$1
  shift
  rm -rf docs other
  precious docs/1 docs/2 other/1 other/2
  guard_run --on-ask deny --session "s$((++run))" -- "$@"
  assert_recorded "r['session_id'] == 's$run' and r['outcome'] == 'refused' and r['risk_tier'] == $tier"
}
run=0
asked_at 3 rm -r docs
asked_at 3 python3 -c 'import shutil; shutil.rmtree("docs")'
[[ -d docs ]] || fail "docs is gone"
asked_at 2 rm -r other
asked_at 2 python3 -c 'import shutil; shutil.rmtree("other")'
[[ -d other ]] || fail "other is gone"
