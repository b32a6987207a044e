# SPDX-License-Identifier: Apache-2.0
# chmod, chown, utimes, xattrs and flags in every form and on every kind of target answer and leave
# what the kernel does. T10, T17, 5, 40.
# timeout: 180
. "$LIB/case.sh"
free_policy 'act: metadata'
guard_options+=(--policy "$FREE")
same_as_bare '' "$PROGRAMS/metadata_forms"
[[ $(wc -l <"$CASE_ROOM/bare/stdout") -gt 800 ]] || fail "the program saw too little"
