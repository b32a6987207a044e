# SPDX-License-Identifier: Apache-2.0
# sudo that its caller calls otherwise is shown by its file, and edits where its name says so; one whose file is called
# otherwise is refused with that reason. fusermount can only unmount, and says why.
. "$LIB/case.sh"
export SUDOER_SETUP='mount -t tmpfs none /opt && cp -p /usr/bin/sudo /opt/sudo.ws && ln -s sudo.ws /opt/sudo'
. "$LIB/sudoer.sh"
sudo=$(readlink -f "$(command -v sudo)")
start_guarded --policy "$WITH_SUDO" -- python3 -c "import os; os.execv('$sudo', ['ls', '-n', 'id', '-u'])"
wait_for_question
[[ $QUESTION == *"$sudo -n id -u (called as \\\"ls\\\")"* ]] || fail "$QUESTION"
guard approve "$question_id" >/dev/null
finish_guarded
assert_says "$OUT" 0
printf '#!/bin/sh\necho edited\n' >anc
chmod +x anc
for policy in "$WITH_SUDO" "$CASE_ROOM/supervised.yaml"; do
  printf 'version: 1\nextends: [default]\nsudo: {supervise: on}\n' >"$CASE_ROOM/supervised.yaml"
  guard_run --policy "$policy" --on-ask allow -- python3 -c "import os; os.execv('$sudo', ['xedit', './anc'])"
  assert_status_not 0
  assert_silent "$OUT" edited
done
guard_run --policy "$UNASKED" -- bash -c '/opt/sudo id -u'
assert_status 126
assert_says "$ERR" "sudo is /opt/sudo.ws here"
fusermount=$(command -v fusermount3 || true)
[[ -u $fusermount ]] || exit 0
mkdir m
guard_run --policy "$UNASKED" -- bash -c "_FUSE_COMMFD=7 $fusermount -o rw -- m 7<>/dev/null"
assert_status 126
assert_says "$ERR" _FUSE_COMMFD
