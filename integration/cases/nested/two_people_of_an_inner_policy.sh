# SPDX-License-Identifier: Apache-2.0
# A run inside that wants two people gets two, whatever the session outside wants; one that wants
# fewer takes none away.
. "$LIB/case.sh"
[[ $EUID -eq 0 ]] || skip "becoming another user needs root"
command -v setpriv >/dev/null || skip "no setpriv here"
shared=$(mktemp -d /tmp/guard-shared-XXXXXX)
chmod 755 "$shared"
trap 'rm -rf "$shared"' EXIT
cp "$GUARD" "$shared/guard"
socket=$shared/it.sock
printf 'version: 1\nextends: [default]\napprovers: ["64001"]\n' >one.yaml
printf 'version: 1\nextends: [default]\napprovers: ["64001"]\ntwo_person: {tier: 3}\n' >two.yaml
question() { question_id=$(guard pending --json -s "$socket" | grep -o '"id": "[^"]*' | cut -d'"' -f4) && [[ $question_id ]]; }
approve=(approve -s "$socket" --confirm CONFIRM)
takes_two() { # OUTSIDE INSIDE
  precious src/a
  start_guarded --policy "$1" --socket "$socket" -- "$GUARD" run --policy "$2" -- rm -rf src
  until_true 20 question || fail "no question came"
  guard "${approve[@]}" "$question_id" >"$CASE_ROOM/said" || fail "the first could not approve"
  assert_says "$CASE_ROOM/said" "1 of 2 approved"
  assert_exists src/a
  setpriv --reuid 64001 --regid 64001 --clear-groups env -u XDG_RUNTIME_DIR HOME=/nonexistent \
    "$shared/guard" "${approve[@]}" "$question_id" >"$CASE_ROOM/said" || fail "the second could not approve"
  finish_guarded
  assert_status 0
  assert_missing src
}
takes_two one.yaml two.yaml
takes_two two.yaml one.yaml
