# SPDX-License-Identifier: Apache-2.0
# A program that opens a folder which a policy calls secret sees names, and each file is judged when it is opened: the same
# where guard cannot hold secrets by gates (another session of the user has them) and judges each open.
. "$LIB/case.sh"
mkdir photos
echo TOKEN=canary >photos/x.raw
echo 'paths: {secret: ["photos/**"]}' >"$CASE_ROOM/p.yaml"
looks() { # GUARD...
  status=0
  "$@" run --on-ask deny --policy "$CASE_ROOM/p.yaml" -- sh -c 'ls photos && find photos -type f && cat photos/x.raw' \
    >"$OUT" 2>"$ERR" </dev/null || status=$?
  [[ $(<"$OUT") == $'x.raw\nphotos/x.raw' ]] || fail "it says $(<"$OUT") $(<"$ERR")"
  [[ $status != 0 ]] || fail "the secret was read"
}
looks "$GUARD"
looks "$PROGRAMS/without_gates" "$GUARD"
