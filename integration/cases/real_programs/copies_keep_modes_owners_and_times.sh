# SPDX-License-Identifier: Apache-2.0
# cp -a, install, make install DESTDIR, tar, rsync, cpio, python's shutil: no question, the same
# modes, owners, times and attributes as bare.
# timeout: 180
. "$LIB/case.sh"
cat >"$CASE_ROOM/make" <<'SH'
set -e
mkdir -p src/bin src/share/deep
for i in 1 2 3 4 5; do echo "$i" >"src/share/deep/$i"; done
printf '#!/bin/sh\necho hello\n' >src/bin/hello
chmod 755 src/bin/hello
chmod 640 src/share/deep/2
chmod 444 src/share/deep/3
chmod 2775 src/share
chmod 1777 src/share/deep
ln -s hello src/bin/link
ln src/share/deep/1 src/share/hard
mkfifo src/share/fifo
touch -d 2001-02-03T04:05:06.123456789 src/share/deep/* src/bin/hello
touch -h -d 2002-03-04 src/bin/link
touch -d 2003-04-05 src/share src/bin src
if [ "$(id -u)" = 0 ]; then chown 7:8 src/share/deep/4; chown -h 9:10 src/bin/link; fi
python3 -c 'import os; os.setxattr("src/share/deep/1", "user.note", b"kept")'
printf 'install:\n\tinstall -d $(DESTDIR)/usr/bin $(DESTDIR)/usr/share\n\tinstall -m 755 src/bin/hello $(DESTDIR)/usr/bin/hello\n\tcp -a src/share/deep $(DESTDIR)/usr/share\n\tln -s hello $(DESTDIR)/usr/bin/hi\n' >Makefile
SH
attributes() { echo 'python3 -c "import os
for folder, folders, files in sorted(os.walk(\".\")):
    for name in sorted(files): print(folder, name, os.listxattr(os.path.join(folder, name), follow_symlinks=False))"'; }
as_bare() { # LINE
  same_as_bare "bash '$CASE_ROOM/make'" bash -ec "$1; $(attributes)"
  [[ $(<"$CASE_ROOM/bare/status") == 0 ]] || fail "not even bare: $1: $(tail -3 "$CASE_ROOM/bare/stderr")"
  assert_nothing_asked
}
as_bare 'cp -a src copy; cp -af src/. copy; cp -p src/bin/hello one; cp -rp src other; rm -rf other'
as_bare 'make -s install DESTDIR=$PWD/root'
as_bare 'install -D -m 600 -p src/bin/hello to/there; install -d -m 1770 folder'
as_bare 'tar --xattrs -cpf t.tar src; mkdir out; tar --xattrs -xpf t.tar -C out; tar xf t.tar -C out; rm t.tar'
as_bare 'python3 -c "
import shutil
shutil.copytree(\"src/share/deep\", \"copied\", symlinks=True); shutil.copy2(\"src/bin/hello\", \"h\"); shutil.copystat(\"src/bin/hello\", \"h\")"'
! command -v cpio >/dev/null || as_bare '(cd src && find . -depth | cpio -o --quiet) | (mkdir c && cd c && cpio -idm --quiet)'
! command -v rsync >/dev/null || as_bare 'rsync -aX src/ r/; chmod 700 r/bin/hello; rsync -aX src/ r/'
as_bare 'chmod -R u+w,go-w src; chmod -R a+rX src; find src -type f -exec touch -r Makefile {} +; touch -d 2005-01-01 src/share/deep/1'
