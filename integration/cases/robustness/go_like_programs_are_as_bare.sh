# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# Threads that are stopped by SIGURG all the time, as every Go program's are: no call fails, is done
# twice or comes out otherwise. K15.
. "$LIB/case.sh"
same_as_bare '' "$PROGRAMS/go_like" room
