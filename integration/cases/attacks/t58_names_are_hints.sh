# SPDX-License-Identifier: Apache-2.0
# An allowed name that leads to the metadata service does not allow it, and a name that somebody else
# points at another address allows that address only as far as guard itself resolves it. Threat 58.
. "$LIB/case.sh"
cat >policy.yaml <<'YAML'
version: 1
extends: [default]
network: {allow: ["169.254.169.254", "169.254.169.254:80", "rebound.example", "good.example"]}
YAML
guard_run --policy policy.yaml --on-ask deny -- "$PROGRAMS/connect_nonblocking" 169.254.169.254 80
assert_content "$OUT" "connect: EPERM"
assert_recorded "r['act'] == 'connect' and r['rule'] == 'network.metadata' and r['risk_tier'] == 3"
# With names of our own: a hosts file in a mount namespace.
[[ $(id -u) -eq 0 ]] && unshare -m true 2>/dev/null || exit 0
printf '127.0.0.1 localhost\n169.254.169.254 rebound.example\n192.0.2.7 good.example\n' >hosts
in_names() { # WORD...: guard run with these names; fills $OUT
  unshare -m bash -c 'mount --bind hosts /etc/hosts && exec "$@"' x "$GUARD" run --policy policy.yaml --on-ask deny -- "$@" >"$OUT" 2>"$ERR" </dev/null || true
}
in_names "$PROGRAMS/connect_nonblocking" 169.254.169.254 80
assert_content "$OUT" "connect: EPERM"
in_names "$PROGRAMS/connect_nonblocking" 10.1.2.3 80
assert_content "$OUT" "connect: EPERM"
in_names "$PROGRAMS/connect_nonblocking" 192.0.2.7 80
assert_silent "$OUT" EPERM
