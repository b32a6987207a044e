# SPDX-License-Identifier: Apache-2.0
# mount, umount, pivot_root and chroot in a namespace of the tree do as bare, and paths follow them.
. "$LIB/case.sh"
. "$LIB/namespaces.sh"
setup='mkdir -p a b root/{old,bin,w}; echo a >a/file; echo b >b/file'
same_as_bare "$setup" unshare -Urm bash -c 'm=$0
  "$m" new tmpfs a; echo inside >a/file; cat a/file; rm a/file; ls a; "$m" umount a; cat a/file
  "$m" bind a b; cat b/file; echo through >b/file; "$m" remount-ro b; echo no >b/file; echo $?
  "$m" umount b; cat a/file b/file; "$m" new tmpfs a; mkdir a/c; "$m" bind b a/c; "$m" move a/c b; "$m" umount b' "$PROGRAMS/mounts"
# A root of its own: absolute names, links and ".." mean what they mean there.
same_as_bare "$setup; ln -s /w/abs root/w/link" unshare -Urm bash -c 'm=$0
  "$m" private /; "$m" bind root root; "$m" bind "$PWD/b" root/w; for d in usr lib lib64 bin; do
    mkdir -p root/$d; [ -L /$d ] && "$m" bind $(readlink -f /$d) root/$d || "$m" bind /$d root/$d; done 2>/dev/null
  cp "$m" root/mounts; cd root; "$m" pivot . old; cd /; ls; /mounts umount /old; ls /old
  echo absolute >/w/abs; cat /w/abs; echo up >/../../w/up; cat w/up; cd w; echo linked >link; cat abs; rm up
  echo ../../../../x >../../../../w/dots; ls' "$PROGRAMS/mounts"
same_as_bare "$setup; mkdir -p root/usr root/lib root/lib64 root/tmp" unshare -Urm bash -c 'm=$0
  for d in usr lib lib64 bin; do "$m" bind $(readlink -f /$d) root/$d; done
  "$m" in root /bin/bash -c "cd /; echo jailed >/tmp/x; cat /tmp/x; echo up >/../../tmp/up; ls /tmp; rm /tmp/x"; ls root/tmp' "$PROGRAMS/mounts"
same_as_bare "$setup" unshare -Urmpf bash -c 'm=$0; "$m" new proc root; ls root/self/comm; printf x >root/self/comm
  cat root/$$/comm; "$m" new devpts root/bin; "$m" new mqueue root/w; ls root/bin' "$PROGRAMS/mounts"
