# SPDX-License-Identifier: Apache-2.0
# A deny rule holds for a copy of the program that it names, for what the copy goes on to do, and
# behind the loader; an allow rule does not let a copy pass.
. "$LIB/case.sh"
cat >policy.yaml <<'YAML'
version: 1
extends: [default]
rules:
  - {id: no-push, when: {command: git, sub: push}, decision: deny, message: "no push here"}
  - {id: no-python, when: {command: "python3*", act: connect}, decision: deny}
  - {id: no-echo, when: {command: /bin/true}, decision: deny}
  - {id: free, when: {command: ls}, decision: allow}
YAML
cp "$(readlink -f "$(command -v git)")" g
guard_run --ci --policy policy.yaml -- ./g push there
assert_status_not 0
assert_recorded "r['act'] == 'exec' and r['rule'] == 'no-push' and r['decision'] == 'deny'"
loader=$(ldd /bin/ls | grep -o '/[^ ]*/ld-[^ ]*')
guard_run --ci --policy policy.yaml -- "$loader" ./g push there
assert_status_not 0
assert_recorded "r['act'] == 'exec' and r['rule'] == 'no-push' and 'ld-' in r['argv'][0]"
guard_run --ci --policy policy.yaml -- ./g --version
assert_status 0
python=$(readlink -f /usr/bin/python3)
cp "$python" y
guard_run --ci --policy policy.yaml -- ./y -S -c 'import socket; socket.create_connection(("127.0.0.1", 9))'
assert_status_not 0
assert_recorded "r['act'] == 'connect' and r['rule'] == 'no-python' and r['decision'] == 'deny'"
guard_run --ci -- ./y -m pip install nothing
assert_status_not 0
assert_recorded "r['act'] == 'exec' and 'DEPS_INSTALL_UPDATE' in r['categories']"
