# SPDX-License-Identifier: Apache-2.0
# A blocking open of a FIFO holds up nobody else, pairs up, and a signal interrupts it. T14, K26.
. "$LIB/case.sh"
same_as_bare '' "$PROGRAMS/interrupted_open"
same_as_bare 'mkfifo p' bash -c 'echo through >p & touch other; read line <p; echo "$line"; wait'
same_as_bare 'mkfifo p' timeout -s TERM 1 bash -c 'echo never >p'
