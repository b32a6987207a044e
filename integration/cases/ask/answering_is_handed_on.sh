# SPDX-License-Identifier: Apache-2.0
# `guard delegate`: another user answers in one's place, as far and as long as it was handed on, and
# the policy lets it; handed on again, taken back, beyond its tier, or not in the policy, nothing.
. "$LIB/case.sh"
[[ $EUID -eq 0 ]] || skip "becoming another user needs root"
command -v setpriv >/dev/null || skip "no setpriv here"
shared=$(mktemp -d /tmp/guard-shared-XXXXXX)
chmod 755 "$shared"
trap 'rm -rf "$shared"' EXIT
cp "$GUARD" "$shared/guard"
GUARD=$shared/guard # one program for all: a copy is another one
socket=$shared/it.sock
as_ben() { setpriv --reuid 64002 --regid 64002 --clear-groups env -u XDG_RUNTIME_DIR HOME=/nonexistent "$shared/guard" "$@"; }
printf 'version: 1\nextends: [default]\ndelegation: {tier: 2, for: 1h}\n' >policy.yaml
question() { question_id=$(guard pending --json -s "$socket" | grep -o '"id": "[^"]*' | cut -d'"' -f4) && [[ $question_id ]]; }
precious one two/a two/b
start_guarded --policy policy.yaml --socket "$socket" -- bash -c 'rm one; rm -rf src; rm -rf two; true'
until_true 20 question || fail "no question came"
! as_ben approve -s "$socket" "$question_id" >/dev/null 2>&1 || fail "answered before it was handed on"
! guard delegate -s "$socket" 64002 --tier 3 2>"$CASE_ROOM/said" || fail "handed on more than the policy lets"
assert_says "$CASE_ROOM/said" "up to tier 2"
! guard delegate -s "$socket" 64002 --for 2h 2>/dev/null || fail "handed on for longer than the policy lets"
guard delegate -s "$socket" 64002 --for 30m >"$CASE_ROOM/said" || fail "could not hand it on"
assert_says "$CASE_ROOM/said" "root -> uid 64002"
! as_ben delegate -s "$socket" 64003 >/dev/null 2>&1 || fail "handed on again"
! as_ben approve-session -s "$socket" --categories FS_DELETE_OVERWRITE >/dev/null 2>&1 || fail "approved categories"
as_ben approve -s "$socket" "$question_id" >/dev/null || fail "could not answer"
until_true 20 test ! -e one || fail "the answer of the delegate did not count"
until_true 20 question || fail "no second question came"
guard delegate -s "$socket" --list >"$CASE_ROOM/said"
guard delegate -s "$socket" --end "$(cut -c1-8 "$CASE_ROOM/said")" >/dev/null || fail "could not take it back"
! as_ben approve -s "$socket" "$question_id" >/dev/null 2>&1 || fail "answered after it was taken back"
guard deny -s "$socket" "$question_id" >/dev/null
finish_guarded
assert_exists two/a
assert_recorded "r['act'] == 'answer' and r['effect']['by'] == 'uid 64002 (guard approve)'"
assert_recorded "r['rule'] == 'delegate' and r['effect']['to'] == 'uid 64002'"
