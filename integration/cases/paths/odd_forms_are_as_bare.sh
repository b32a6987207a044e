# SPDX-License-Identifier: Apache-2.0
# timeout: 400
# Spellings through /proc and descriptors, openat2's flags, renameat2's flags over every pair of kinds,
# names of every byte, paths and folders of every length: the same answers and files as bare.
. "$LIB/case.sh"
with_undo
for program in proc_forms openat2_forms rename_forms name_bytes; do
  same_as_bare '' "$PROGRAMS/$program"
done
