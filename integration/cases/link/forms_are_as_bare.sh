# SPDX-License-Identifier: Apache-2.0
# link and linkat with their flags: as bare.
. "$LIB/case.sh"
same_as_bare 'echo a >a' "$PROGRAMS/call_link" a b
same_as_bare 'echo a >a' "$PROGRAMS/call_linkat" a b 0
same_as_bare 'echo a >a; ln -s a l' "$PROGRAMS/call_linkat" l b 0
same_as_bare 'echo a >a; ln -s a l' "$PROGRAMS/call_linkat" l b follow
same_as_bare 'echo a >a' "$PROGRAMS/call_linkat" a b 0x1
same_as_bare 'echo a >a; touch b' "$PROGRAMS/call_link" a b
same_as_bare 'echo a >a' "$PROGRAMS/call_legacy" link a b
same_as_bare 'mkdir d' "$PROGRAMS/call_link" d e
