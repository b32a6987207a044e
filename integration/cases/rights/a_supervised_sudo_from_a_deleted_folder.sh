# SPDX-License-Identifier: Apache-2.0
# In a folder that has been deleted a sudo under root's own guard runs as bare: no folder is needed to judge what it does.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/supervised.sh"
cat >script <<'S'
mkdir gone; cd gone; rmdir ../gone
sudo id -u; echo "status $?"
sudo -u games id -un; echo "status $?"
sudo sh -c 'echo in no folder; exit 5' 2>/dev/null; echo "status $?"
sudo touch made 2>/dev/null; echo "status $?"
S
bash script >bare 2>bare_errors
printf 'version: 1\nextends: [default]\nsudo: {supervise: on}\nsafe_mode: off\n' >unasked.yaml
guard_run --policy unasked.yaml -q -- bash script
diff bare "$OUT" || fail "not as bare: $(<"$ERR")"
diff bare_errors <(grep -v '^guard' "$ERR") || fail "errors differ"
# Acts of such a sudo in other folders are judged, too.
echo keep >kept
cat >policy.yaml <<P
version: 1
extends: [default]
sudo: {supervise: on}
rules: [{id: keep-it, when: {act: [write, delete, overwrite], path: "$PWD/kept"}, decision: deny}]
P
guard_run --policy policy.yaml --on-ask allow -- bash -c "mkdir gone && cd gone && rmdir ../gone && sudo sh -c 'echo gone >$PWD/kept'"
assert_content kept keep
