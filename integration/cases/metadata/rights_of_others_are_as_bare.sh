# SPDX-License-Identifier: Apache-2.0
# Under a root guard the kernel judges changes of metadata by the caller's own ids, groups and
# capabilities, and clears set-user-ID and set-group-ID bits as it does without guard.
. "$LIB/case.sh"
[[ $(id -u) -eq 0 ]] || skip "needs root: only root becomes somebody else"
free_policy 'act: metadata'
guard_options+=(--policy "$FREE")
chmod 755 "$CASE_ROOM" "$CASE_ROOM/home"
same_as_bare '' "$PROGRAMS/metadata_as_others"
