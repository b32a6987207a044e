# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# Sticky and setgid folders, fs.protected_* : another user of the tree has its own rights there.
. "$LIB/case.sh"
((EUID == 0)) || skip "only root can become other users"
chmod 755 "$CASE_ROOM" "$CASE_ROOM/home"
same_as_bare '' "$PROGRAMS/shared_folder_forms"
