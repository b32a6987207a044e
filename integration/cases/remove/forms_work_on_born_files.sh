# SPDX-License-Identifier: Apache-2.0
# unlink, unlinkat, rmdir, by thread, vfork and old numbers: allowed acts happen, as bare.
. "$LIB/case.sh"
with_undo
same_as_bare 'touch f' "$PROGRAMS/call_unlink" f
same_as_bare 'touch f' "$PROGRAMS/call_unlink_static" f
same_as_bare 'mkdir d; touch d/f' "$PROGRAMS/call_unlinkat" d f
same_as_bare 'mkdir d' "$PROGRAMS/call_unlinkat_removedir" d
same_as_bare 'mkdir d' "$PROGRAMS/call_rmdir" d
same_as_bare 'touch f' "$PROGRAMS/from_thread" f
same_as_bare 'touch f' "$PROGRAMS/under_vfork" f
same_as_bare 'touch f' "$PROGRAMS/call_legacy" unlink f
same_as_bare 'mkdir d' "$PROGRAMS/call_legacy" rmdir d
same_as_bare 'touch f; chmod 555 .' "$PROGRAMS/call_unlink" f
same_as_bare 'touch f; ln -s f l' "$PROGRAMS/call_unlink" l
same_as_bare 'mkdir -p a/b; cd a/b; rm -r ../../a' true
