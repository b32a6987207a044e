# SPDX-License-Identifier: Apache-2.0
# The disk of the record fills up during the session: what cannot be recorded does not happen, and
# goes on when there is room again.
. "$LIB/case.sh"
[[ $(id -u) -eq 0 ]] || skip "mounting a small file system needs root"
unshare -m true 2>/dev/null || skip "no mount namespace to be had"
mkdir small kept
for number in {1..300}; do echo "$number" >"kept/$number"; done
free_policy 'act: [delete, exec], path: "kept/**"'
cat >fill.sh <<'SH'
cat /dev/zero >small/fill 2>/dev/null
for number in {1..300}; do python3 -c 'import os, sys; os.unlink(sys.argv[1])' "kept/$number" 2>/dev/null || break; done
ls kept | wc -l
rm small/fill
python3 -c 'import os; [os.unlink("kept/" + name) for name in os.listdir("kept")]'
ls kept | wc -l
SH
export OUT ERR
unshare -m bash -c '
  mount -t tmpfs -o size=32m none small
  "$GUARD" run --policy "$FREE" --on-ask deny --state-dir small/state -- bash fill.sh </dev/null
  "$GUARD" audit export --state-dir small/state --format jsonl >records' >"$OUT" 2>"$ERR" || fail "status $?"
mapfile -t left <"$OUT"
((left[0] > 0)) || fail "everything was deleted on a full disk"
((left[1] == 0)) || fail "with room again ${left[1]} are left"
recorded=$(python3 -c '
import json
print(sum(r["act"] == "delete" and r["outcome"] == "done" for r in map(json.loads, open("records"))))')
((recorded == 300)) || fail "300 were deleted, $recorded are on record"
