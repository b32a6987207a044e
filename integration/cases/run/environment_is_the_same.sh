# SPDX-License-Identifier: Apache-2.0
# Environment, folder, umask, limits, arguments and open descriptors are as without guard.
. "$LIB/case.sh"
same_as_bare 'umask 027; ulimit -n 200' bash -c 'env | grep -v ^_= | grep -v PWD= | sort; umask; ulimit -n; basename "$PWD"'
same_as_bare '' printf '<%s>' a 'b c' '' $'tab\tnew\nline' 'ü'
same_as_bare '' ls /proc/self/fd
same_as_bare '' bash -c 'grep -E "^(Uid|Gid|Groups|Sig(Blk|Ign|Cgt)|Umask)" /proc/self/status'
