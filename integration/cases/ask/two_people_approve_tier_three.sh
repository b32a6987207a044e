# SPDX-License-Identifier: Apache-2.0
# `two_person: {tier: 3}`: two different users must approve, by the kernel's word; the same one cannot
# twice; the denial of one is final; all of it is on record.
. "$LIB/case.sh"
[[ $EUID -eq 0 ]] || skip "becoming another user needs root"
command -v setpriv >/dev/null || skip "no setpriv here"
shared=$(mktemp -d /tmp/guard-shared-XXXXXX)
chmod 755 "$shared"
trap 'rm -rf "$shared"' EXIT
cp "$GUARD" "$shared/guard"
GUARD=$shared/guard # one program for all: a copy is another one
socket=$shared/it.sock
as_user() { # UID WORD...
  local uid=$1
  shift
  setpriv --reuid "$uid" --regid "$uid" --clear-groups env -u XDG_RUNTIME_DIR HOME=/nonexistent "$@"
}
printf 'version: 1\nextends: [default]\napprovers: ["64001", "64002"]\ntwo_person: {tier: 3}\n' >policy.yaml
question() { question_id=$(guard pending --json -s "$socket" | grep -o '"id": "[^"]*' | cut -d'"' -f4) && [[ $question_id ]]; }
approve=(approve -s "$socket" --confirm CONFIRM)
precious src/a src/b
start_guarded --policy policy.yaml --socket "$socket" -- rm -rf src
until_true 20 question || fail "no question came"
guard "${approve[@]}" "$question_id" >"$CASE_ROOM/said" || fail "the first could not approve"
assert_says "$CASE_ROOM/said" "1 of 2 approved: root (guard approve); somebody else must too"
guard pending -s "$socket" >"$CASE_ROOM/said"
assert_says "$CASE_ROOM/said" "APPROVED"
assert_says "$CASE_ROOM/said" "  1 of 2  "
guard pending -s "$socket" --json >"$CASE_ROOM/said"
assert_says "$CASE_ROOM/said" '"missing": "1 of 2 approved: root (guard approve); somebody else must too"'
assert_exists src/a
! guard "${approve[@]}" "$question_id" 2>"$CASE_ROOM/said" || fail "the same user counted twice"
assert_says "$CASE_ROOM/said" "you have approved it already"
guard pending -s "$socket" "$question_id" >"$CASE_ROOM/said"
assert_says "$CASE_ROOM/said" "1 of 2 approved: root (guard approve)"
assert_exists src/a
! as_user 64003 "$shared/guard" "${approve[@]}" "$question_id" >/dev/null 2>&1 || fail "a stranger counted"
! as_user 64001 "$shared/guard" approve -s "$socket" "$question_id" >/dev/null 2>&1 || fail "no CONFIRM, but counted"
assert_exists src/a
as_user 64001 "$shared/guard" "${approve[@]}" "$question_id" >"$CASE_ROOM/said" || fail "the second could not approve"
assert_says "$CASE_ROOM/said" "approved"
finish_guarded
assert_status 0
assert_missing src
assert_recorded "r['act'] == 'answer' and r['effect']['by'] == 'root (guard approve) and uid 64001 (guard approve)'"
# Each of the two is found by name, and by the channel; nobody else is.
for who in root 'uid 64001' 'guard approve'; do
  guard audit list --by "$who" --json >"$CASE_ROOM/said"
  assert_says "$CASE_ROOM/said" '"act":"answer"'
done
for who in 'uid 6400' '64001' 'guard'; do
  guard audit list --by "$who" --json | grep -q '"act"' && fail "$who is said to have answered"
done
# One of them denies.
precious src/a
start_guarded --policy policy.yaml --socket "$socket" -- rm -rf src
until_true 20 question || fail "no second question came"
guard "${approve[@]}" "$question_id" >/dev/null
as_user 64002 "$shared/guard" deny -s "$socket" --reason 'not today' "$question_id" >/dev/null || fail "could not deny"
finish_guarded
assert_status_not 0
assert_untouched src/a
assert_recorded "r['approval_status'] == 'denied' and 'not today' in (r['reason'] or '')"
