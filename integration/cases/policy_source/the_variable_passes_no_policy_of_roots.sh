# SPDX-License-Identifier: Apache-2.0
# The source of a machine is /etc/guard/source.yaml, and what it gave lies in /var/lib/guard/policy, both root's. On such a
# machine, and on one with /etc/guard/policy.yaml, $GUARD_SOURCE is refused.
. "$LIB/own_mounts.sh"
. "$LIB/case.sh"
mkdir -p "$CASE_ROOM/upper/guard" "$CASE_ROOM/work" "$CASE_ROOM/lib"
chmod -R go-w "$CASE_ROOM/upper"
mount -t overlay overlay -o "lowerdir=/etc,upperdir=$CASE_ROOM/upper,workdir=$CASE_ROOM/work" /etc ||
  skip "no overlay can be mounted here"
mount -t tmpfs -o mode=755 tmpfs /var/lib
guard policy keygen "$CASE_ROOM/key" >"$OUT"
printf 'network: {listen: allow}\n' >"$CASE_ROOM/policy.yaml"
guard policy publish --key "$CASE_ROOM/key" "$CASE_ROOM/policy.yaml" "$CASE_ROOM/published.yaml" >"$OUT"
printf 'file: %s\nkeys: ["%s"]\n' "$CASE_ROOM/published.yaml" "$(<"$CASE_ROOM/key.pub")" >/etc/guard/source.yaml
(umask 077 && guard policy fetch >"$OUT" 2>"$ERR") || fail "fetch: $(cat "$ERR")"
[[ $(stat -c '%a %u' /var/lib/guard/policy) == "755 0" ]] || fail "$(stat -c '%a %u' /var/lib/guard/policy)"
[[ $(stat -c '%a' /var/lib/guard/policy/release-1.yaml) == 644 ]] || fail "others cannot read it"
guard_run -- true
assert_status 0
guard policy show >"$OUT"
assert_says "$OUT" "listening   allow"
! GUARD_SOURCE=$CASE_ROOM guard policy show >"$OUT" 2>"$ERR" || fail "the variable counts"
assert_says "$ERR" "GUARD_SOURCE is for machines without a policy of their own; here is /etc/guard/source.yaml: unset it"
GUARD_SOURCE=$CASE_ROOM guard_run -- true
assert_status 125

# A release does not change a key that root locks on the machine.
printf 'mode: balanced\nlocked: [mode]\n' >/etc/guard/policy.yaml
printf 'mode: trusting\n' >"$CASE_ROOM/policy.yaml"
guard policy publish --key "$CASE_ROOM/key" "$CASE_ROOM/policy.yaml" "$CASE_ROOM/published.yaml" >"$OUT"
! guard policy fetch >"$OUT" 2>"$ERR" || fail "taken"
assert_says "$ERR" "release 2 does not load on this machine: release 2:2:1: mode: is locked by /etc/guard/policy.yaml:2"
rm /etc/guard/source.yaml
! GUARD_SOURCE=$CASE_ROOM guard policy show >"$OUT" 2>"$ERR" || fail "the variable counts"
assert_says "$ERR" "here is /etc/guard/policy.yaml"
