# SPDX-License-Identifier: Apache-2.0
# Every form of exec runs the program, with its words, as without guard.
. "$LIB/case.sh"
for form in call_execve call_execve_static call_execve_musl exec_from_thread; do
  [[ -x $PROGRAMS/$form ]] || continue
  same_as_bare '' "$PROGRAMS/$form" /bin/echo "a b" c
done
same_as_bare 'printf "#!/bin/sh\necho script \$1\n" >s; chmod +x s' ./s word
same_as_bare 'printf "#!/usr/bin/env -S bash -e\necho env \$1\n" >s; chmod +x s' ./s word
same_as_bare 'cp /bin/echo e' ./e copied
same_as_bare 'mkdir d; cp /bin/echo e; printf "#!./e from\n" >s; cp s d/s; chmod +x s d/s' bash -c './s a; ( cd d; ./s b; ../s c ); d/s d; echo $?'
same_as_bare 'mkdir d; cp /bin/sh d/sh; printf "#!d/sh\necho \$0\n" >s; chmod +x s' bash -c './s; "$PWD/s"; cd /; "$OLDPWD/s"; echo $?'
same_as_bare 'ln -s /bin/echo e' ./e linked
same_as_bare '' python3 -c 'import subprocess as s; print(s.run(["/bin/echo","spawned"],close_fds=False,capture_output=True).stdout)'
