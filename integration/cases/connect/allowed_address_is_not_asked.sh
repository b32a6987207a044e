# SPDX-License-Identifier: Apache-2.0
# network.allow lets an address through: the kernel answers, not guard.
. "$LIB/case.sh"
cat >policy.yaml <<'YAML'
version: 1
extends: [default]
network: {allow: ["127.0.0.2:9", "192.0.2.7:443"]}
YAML
guard_run --policy policy.yaml --on-ask deny -- "$PROGRAMS/connect_nonblocking" 192.0.2.7 443
assert_silent "$OUT" EPERM
guard_run --policy policy.yaml --on-ask deny -- "$PROGRAMS/connect_inet" 192.0.2.7 80
assert_content "$OUT" "connect: EPERM"
