# SPDX-License-Identifier: Apache-2.0
# Namespaces, mounts and roots outside of a user namespace of the tree; foreign namespaces; file
# systems that write unseen: refused, with a word to whom the kernel would have let.
. "$LIB/case.sh"
. "$LIB/namespaces.sh"
mkdir m
guard_run "${guard_options[@]}" -- bash -c '"$0/call_unshare"; "$0/call_mount" m; "$0/mounts" umount m; "$0/mounts" pivot m m; "$0/call_chroot" .' "$PROGRAMS"
assert_content "$OUT" "unshare: EPERM
mount: EPERM
umount: EPERM
pivot: EPERM
chroot: EPERM"
if [[ $(id -u) -eq 0 ]]; then
  assert_says "$ERR" "guard: denied unshare: it would change what paths mean for processes outside (rule namespaces)"
  assert_recorded "r['rule'] == 'namespaces' and r['decision'] == 'deny' and r['syscall'] == 'mount'"
else
  assert_silent "$ERR" guard
fi
guard_run "${guard_options[@]}" -- unshare -Urm bash -c '"$0" join /proc/self/ns/net' "$PROGRAMS/mounts"
assert_says "$OUT" "join: EPERM"
# overlay empties its work folder when it is mounted, and writes through to another.
precious work/work/egg upper/egg
mkdir lower merged
guard_run "${guard_options[@]}" -- unshare -Urm bash -c '"$0" new overlay merged "lowerdir=lower,upperdir=upper,workdir=work"' "$PROGRAMS/mounts"
assert_content "$OUT" "new: EPERM"
assert_says "$ERR" "could change files unseen"
assert_untouched work/work/egg upper/egg
