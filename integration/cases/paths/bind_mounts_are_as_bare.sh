# SPDX-License-Identifier: Apache-2.0
# Bind mounts that were there before guard: renames and links across them, acts on mount points, the
# same object under two names. Each runs in a mount namespace of its own.
. "$LIB/own_mounts.sh"
. "$LIB/case.sh"
with_undo
mkdir -p a/sub b c
touch whole part
mount --bind a b
mount --bind whole part
mount -t tmpfs none c
cat >forms.sh <<'END'
say() { printf '%s: ' "$*"; "$@" 2>&1 >/dev/null | sed 's/.*: //' | grep . || echo done; }
echo new >a/file
say mv a/file b/moved
say "$PROGRAMS/call_rename" a/file b/moved
say "$PROGRAMS/call_rename" b/file b/moved
say "$PROGRAMS/call_rename" a/moved a/file
say "$PROGRAMS/call_link" a/file b/hard
say "$PROGRAMS/call_link" b/file b/hard
say "$PROGRAMS/call_unlink" a/hard
say "$PROGRAMS/call_rmdir" b
say "$PROGRAMS/call_rename" b d
say "$PROGRAMS/call_rename" c b
say "$PROGRAMS/call_unlink" part
say "$PROGRAMS/call_rename" part other
say "$PROGRAMS/call_rename" a/file part
say "$PROGRAMS/call_rename" a/sub c/sub
say "$PROGRAMS/call_mkdir" c/x
say "$PROGRAMS/call_rename" c/x a/x
say "$PROGRAMS/call_rmdir" c/../c/x
say "$PROGRAMS/call_unlink" b/../a/file
say "$PROGRAMS/call_openat2_trunc" b/../part
ls -R a b c
END
bash forms.sh >"$CASE_ROOM/bare"
guard_run --on-ask deny -- bash forms.sh
diff "$CASE_ROOM/bare" "$OUT" || fail "differs from bare"
