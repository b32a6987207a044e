# SPDX-License-Identifier: Apache-2.0
# strace -f of a shell with children, and of a process that is attached to.
# packages: strace
# needs: strace
# allow: command: strace
# known-ptrace: a process has one tracer, which is guard: strace in the tree gets EPERM
work() {
  strace -f -qq -o t -e trace=execve sh -c 'ls / >/dev/null; true; /bin/echo hi' && grep -c execve t && rm t
  sleep 5 & p=$!
  strace -qq -o u -p $p & s=$!
  for _ in $(seq 100); do grep -q "^TracerPid:.[^0]" /proc/$p/status && break; sleep 0.05; done
  kill $p; wait $p || echo "ended $?"; wait $s || true; grep -c SIGTERM u; rm u
}
