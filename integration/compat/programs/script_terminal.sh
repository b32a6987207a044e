# SPDX-License-Identifier: Apache-2.0
# script: a terminal of its own, job control in it.
# packages: bsdutils
# needs: script
# quick
work() { script -qec 'test -t 0 && echo terminal; stty size; sh -ic "sleep 0.1 & wait; echo jobs" 2>/dev/null' log >/dev/null && grep -ao 'terminal\|jobs' log && rm log; }
