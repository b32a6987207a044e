# SPDX-License-Identifier: Apache-2.0
# mkdir, symlink, node, hidden temporary files: content, mode, owner as bare.
. "$LIB/case.sh"
same_as_bare 'umask 027' "$PROGRAMS/call_mkdir" d
same_as_bare 'umask 007; mkdir -m 2755 p' "$PROGRAMS/call_mkdirat" p d
same_as_bare '' "$PROGRAMS/call_symlink" text l
same_as_bare 'mkdir p' "$PROGRAMS/call_symlinkat" text p l
same_as_bare '' "$PROGRAMS/call_legacy" mkdir d 0700
same_as_bare '' "$PROGRAMS/call_legacy" symlink text l
same_as_bare '' mkfifo -m 620 pipe
same_as_bare '' python3 -c 'import tempfile; f = tempfile.TemporaryFile(dir="."); f.write(b"x"); print(f.tell())'
same_as_bare '' bash -c 'umask 022; touch a; mkdir -p b/c/d; install -m 640 a b/a; cp -a b e; ln -s a s; tar --mtime=@0 -cf t.tar b; mkdir u; tar xf t.tar -C u'
command -v setfacl >/dev/null || exit 0
same_as_bare 'mkdir d; setfacl -d -m u:nobody:rwx d 2>/dev/null' bash -c 'umask 077; touch d/f; mkdir d/g; getfacl -n d/f d/g'
