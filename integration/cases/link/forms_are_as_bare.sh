# SPDX-License-Identifier: Apache-2.0
# link and linkat with their flags: as bare.
. "$LIB/case.sh"
same_as_bare 'echo a >a' "$PROGRAMS/link" a b
same_as_bare 'echo a >a' "$PROGRAMS/linkat" a b 0
same_as_bare 'echo a >a; ln -s a l' "$PROGRAMS/linkat" l b 0
same_as_bare 'echo a >a; ln -s a l' "$PROGRAMS/linkat" l b follow
same_as_bare 'echo a >a' "$PROGRAMS/linkat" a b 0x1
same_as_bare 'echo a >a; touch b' "$PROGRAMS/link" a b
same_as_bare 'echo a >a' "$PROGRAMS/legacy" link a b
same_as_bare 'mkdir d' "$PROGRAMS/link" d e
