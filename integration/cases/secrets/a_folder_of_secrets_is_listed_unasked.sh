# SPDX-License-Identifier: Apache-2.0
# Who opens a folder that a policy calls secret sees names, and each file in it is judged when it is opened: the same
# where another session of the user holds the secrets, and each open is judged.
. "$LIB/case.sh"
mkdir photos
echo TOKEN=canary >photos/x.raw
echo 'paths: {secret: ["photos/**"]}' >"$CASE_ROOM/p.yaml"
looks() {
  status=0
  "$GUARD" run --on-ask deny --policy "$CASE_ROOM/p.yaml" -- sh -c 'ls photos && find photos -type f && cat photos/x.raw' \
    >"$OUT" 2>"$ERR" </dev/null || status=$?
  [[ $(<"$OUT") == $'x.raw\nphotos/x.raw' ]] || fail "it says $(<"$OUT") $(<"$ERR")"
  [[ $status != 0 ]] || fail "the secret was read"
}
looks
start_guarded --policy "$CASE_ROOM/p.yaml" --session holds -- bash -c 'touch up; while [[ ! -e end ]]; do sleep 0.1; done'
until_true 10 test -e up || fail "the other session did not start"
for i in 1 2 3; do looks; done
touch end
finish_guarded
assert_status 0
