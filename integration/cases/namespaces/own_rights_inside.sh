# SPDX-License-Identifier: Apache-2.0
# In a user namespace a program has that namespace's rights: no fewer, no more. T13.
. "$LIB/case.sh"
. "$LIB/namespaces.sh"
same_as_bare 'echo locked >locked; chmod 000 locked; umask 027' unshare -Ur bash -c 'id -u; id -g
  echo made >made; stat -c "%u %a" made; echo more >>locked; cat locked; rm -f locked
  mkdir folder; ln made folder/linked; mv folder/linked folder/moved; ln -s x folder/link; rm -r folder
  truncate -s 1 made; cat made; : >/proc/self/oom_score_adj; ls'
# A process that maps the ids of its child, and one in a pid namespace: its numbers are others. T9
same_as_bare 'true' unshare -Urpf --mount-proc bash -c 'echo $$; printf renamed >/proc/self/comm
  cat /proc/self/comm; printf again >/proc/$$/task/$$/comm; cat /proc/thread-self/comm >/dev/null
  echo into >/proc/self/fd/1; exec 5>five; echo five >/proc/self/fd/5; cat five; echo 7 >/proc/self/oom_score_adj'
[[ $(id -u) -eq 0 ]] || exit 0
# A root guard's power is not lent to somebody else's namespace.
chmod 755 .. ../..
same_as_bare 'echo secret >roots; chmod 600 roots; mkdir shared; chmod 777 . shared' \
  python3 -B -c 'import os, sys
os.setgroups([]); os.setresgid(65534, 65534, 65534); os.setresuid(65534, 65534, 65534)
os.execvp("unshare", ["unshare", "-Ur", "bash", "-c", sys.argv[1]])' 'echo lost >roots; echo $?
  rm -f roots; echo $?; echo own >shared/own; stat -c %u shared/own; chmod 000 shared/own; echo x >shared/own; echo $?
  echo "0 0 4294967295" >/proc/self/uid_map; echo $?; cat /proc/self/uid_map'
assert_says "$CASE_ROOM/guarded/stdout" "0      65534          1"
