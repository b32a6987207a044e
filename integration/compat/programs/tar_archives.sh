# SPDX-License-Identifier: Apache-2.0
# tar: create, update, extract over, with links, holes, xattrs, owners; gzip, xz, zstd; cpio where it is.
# packages: tar xz-utils gzip
# needs: tar xz gzip
# leave-out: .tar
# quick
setup() {
  mkdir -p a/b && for i in $(seq 30); do echo "$i" >"a/b/$i"; done
  ln -s b/1 a/link && ln a/b/2 a/hard && mkfifo a/fifo && chmod 640 a/b/7 && chmod 2750 a/b
  truncate -s 1M a/hole && touch -d 2001-02-03T04:05:06.7 a/b/* a/b && python3 -c 'import os; os.setxattr("a/b/3", "user.k", b"v")'
  [[ $EUID != 0 ]] || chown 7:8 a/b/4
}
work() {
  umask 002
  for z in gzip xz; do tar --xattrs -S -c --use-compress-program $z -f t.$z.tar a && mkdir o.$z && tar --xattrs -x -p -S --use-compress-program $z -f t.$z.tar -C o.$z && diff -r --no-dereference -x fifo a o.$z/a; python3 -c 'import os, sys; print(os.getxattr(sys.argv[1], "user.k"))' o.$z/a/b/3; done
  tar -cf u.tar a && touch -d 2005-01-01 a/b/5 && tar -uf u.tar a && tar -xf u.tar -C o.xz && tar --delete -f u.tar a/b/6 && tar -tf u.tar | sort | uniq -c | wc -l
  tar -c a | tar -x -C o.gzip --overwrite
}
