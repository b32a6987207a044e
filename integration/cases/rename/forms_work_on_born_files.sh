# SPDX-License-Identifier: Apache-2.0
# rename, renameat, renameat2 with its flags, by old numbers, static: as bare.
. "$LIB/case.sh"
for form in call_rename call_rename_static call_rename_musl; do
  [[ -x $PROGRAMS/$form ]] || continue
  same_as_bare 'echo a >a' "$PROGRAMS/$form" a b
  same_as_bare 'echo a >a; echo b >b' "$PROGRAMS/$form" a b
done
same_as_bare 'mkdir d; echo a >d/a' "$PROGRAMS/call_renameat" d a b
for flags in 0 noreplace exchange whiteout 64; do
  same_as_bare 'echo a >a; echo b >b' "$PROGRAMS/call_renameat2" a b "$flags"
  same_as_bare 'echo a >a' "$PROGRAMS/call_renameat2" a b "$flags"
done
same_as_bare 'mkdir -p d/e; touch d/e/f' "$PROGRAMS/call_rename" d g
same_as_bare 'echo a >a' "$PROGRAMS/call_legacy" rename a b
