# SPDX-License-Identifier: Apache-2.0
# /dev/null, /dev/full, /proc, /dev/fd, /dev/shm: as without guard. T8.
. "$LIB/case.sh"
with_undo
same_as_bare '' bash -c 'echo x >/dev/null; echo x >/dev/full; echo "status $?"'
same_as_bare '' bash -c 'echo renamed >/proc/self/comm; cat /proc/$$/comm'
same_as_bare '' bash -c 'echo 500 >/proc/self/oom_score_adj; cat /proc/self/oom_score_adj'
same_as_bare '' bash -c 'cat <(echo substituted) > >(cat >into); wait; sleep 0.2; cat into'
same_as_bare '' bash -c 'echo x >/dev/stdout; echo y >/dev/stderr; echo z >/dev/fd/1'
same_as_bare '' bash -c 'cat <<<"here" >h; cat h; exec 5<>h; echo more >&5; cat h'
same_as_bare '' python3 -c 'import multiprocessing as m; l = m.Lock(); print(l.acquire())'
same_as_bare '' script -qec 'tty >/dev/null && echo a terminal' /dev/null
