# SPDX-License-Identifier: Apache-2.0
# `approvers:` lets another user answer: through the socket's access list, where its folder is open to
# them; nobody else gets in. The start names an approver who cannot get through.
. "$LIB/case.sh"
[[ $EUID -eq 0 ]] || skip "becoming another user needs root"
command -v setpriv >/dev/null || skip "no setpriv here"
as_user() { # UID WORD...
  local uid=$1
  shift
  setpriv --reuid "$uid" --regid "$uid" --clear-groups env -u XDG_RUNTIME_DIR HOME=/nonexistent "$@"
}
nobody=$(id -u nobody)
other=$((nobody - 1))
shared=$(mktemp -d /tmp/guard-shared-XXXXXX)
chmod 755 "$shared"
trap 'rm -rf "$shared"' EXIT
cp "$GUARD" "$shared/guard"
socket=$shared/it.sock
printf 'version: 1\nextends: [default]\napprovers: [nobody]\n' >policy.yaml
precious old/a old/b
start_guarded --policy policy.yaml --socket "$socket" -- rm -rf old
question() { question_id=$(guard pending --json -s "$socket" | grep -o '"id": "[^"]*' | cut -d'"' -f4) && [[ $question_id ]]; }
until_true 20 question || fail "no question came"
[[ $(stat -c %a "$socket") == 660 ]] || fail "the socket has mode $(stat -c %a "$socket")"
status=0
as_user "$other" "$shared/guard" approve -s "$socket" "$question_id" >>"$OUT" 2>&1 || status=$?
assert_status_not 0
assert_exists old/a
as_user "$nobody" "$shared/guard" approve -s "$socket" "$question_id" || fail "nobody could not answer"
finish_guarded
assert_status 0
assert_missing old
assert_recorded "r['approval_status'] == 'approved' and r['act'] == 'exec'"
# In a folder that is closed to them.
guard_run --policy policy.yaml -- true
assert_says "$ERR" "approver nobody cannot enter"
printf 'version: 1\nextends: [default]\napprovers: [no-such-user-here]\n' >policy.yaml
guard_run --policy policy.yaml -- true
assert_says "$ERR" "approver no-such-user-here: no such user"
