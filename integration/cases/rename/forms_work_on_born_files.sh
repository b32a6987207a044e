# SPDX-License-Identifier: Apache-2.0
# rename, renameat, renameat2 with its flags, by old numbers, static: as bare.
. "$LIB/case.sh"
for form in rename rename_static rename_musl; do
  [[ -x $PROGRAMS/$form ]] || continue
  same_as_bare 'echo a >a' "$PROGRAMS/$form" a b
  same_as_bare 'echo a >a; echo b >b' "$PROGRAMS/$form" a b
done
same_as_bare 'mkdir d; echo a >d/a' "$PROGRAMS/renameat" d a b
for flags in 0 noreplace exchange whiteout 64; do
  same_as_bare 'echo a >a; echo b >b' "$PROGRAMS/renameat2" a b "$flags"
  same_as_bare 'echo a >a' "$PROGRAMS/renameat2" a b "$flags"
done
same_as_bare 'mkdir -p d/e; touch d/e/f' "$PROGRAMS/rename" d g
same_as_bare 'echo a >a' "$PROGRAMS/legacy" rename a b
