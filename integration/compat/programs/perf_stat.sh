# SPDX-License-Identifier: Apache-2.0
# perf stat: perf_event_open is refused under guard, as in most containers.
# needs: perf
# known: perf_event_open is refused: counters of the kernel see what others do
# output: any
usable() { perf stat -x, true >/dev/null 2>&1 || { echo "perf does not work here"; return 1; }; }
work() { perf stat -x, true 2>err; rm err; }
