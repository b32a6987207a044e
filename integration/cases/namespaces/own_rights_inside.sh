# SPDX-License-Identifier: Apache-2.0
# In a user namespace a program has that namespace's rights: no fewer, no more. T13.
. "$LIB/case.sh"
with_undo
. "$LIB/namespaces.sh"
same_as_bare 'echo locked >locked; chmod 000 locked; umask 027' unshare -Ur bash -c 'id -u; id -g
  echo made >made; stat -c "%u %a" made; echo more >>locked; cat locked; rm -f locked
  mkdir folder; ln made folder/linked; mv folder/linked folder/moved; ln -s x folder/link; rm -r folder
  truncate -s 1 made; cat made; : >/proc/self/oom_score_adj; ls'
# A process that maps the ids of its child, and one in a pid namespace: its numbers are others. T9
same_as_bare 'true' unshare -Urpf --mount-proc bash -c 'echo $$; printf renamed >/proc/self/comm
  cat /proc/self/comm; printf again >/proc/$$/task/$$/comm; cat /proc/thread-self/comm >/dev/null
  echo into >/proc/self/fd/1; exec 5>five; echo five >/proc/self/fd/5; cat five; echo 7 >/proc/self/oom_score_adj'
# In a sticky folder of everybody's: own links are followed, own files written, others' not.
same_as_bare 'mkdir -m 1777 sticky; echo own >sticky/own; ln -s own sticky/link' unshare -Ur bash -c 'cd sticky
  echo linked >link; cat own; echo again >own; cat own; ln -s own new; echo new >new; cat own; rm link new own; ls'
