# SPDX-License-Identifier: Apache-2.0
# guard policy validate FILE and policy edit say when the machine's own policy locks what the file sets: no run would start
# with it. For another machine the file may be sound, so validate only warns.
. "$LIB/own_mounts.sh"
. "$LIB/case.sh"
mkdir -p "$CASE_ROOM/upper/guard" "$CASE_ROOM/work"
printf 'mode: balanced\nlocked: [mode]\n' >"$CASE_ROOM/upper/guard/policy.yaml"
chmod -R go-w "$CASE_ROOM/upper"
mount -t overlay overlay -o "lowerdir=/etc,upperdir=$CASE_ROOM/upper,workdir=$CASE_ROOM/work" /etc ||
  skip "no overlay can be mounted here"
own="$XDG_CONFIG_HOME/guard/policy.yaml"
mkdir -p "$XDG_CONFIG_HOME/guard"
printf 'mode: trusting\n' >"$own"
guard_run -- true
assert_status 125
assert_says "$ERR" "mode: is locked by /etc/guard/policy.yaml:2"

guard policy validate "$own" >"$OUT" 2>"$ERR" || fail "validate: $(cat "$ERR")"
assert_says "$OUT" "warning: no run starts with it on this machine: $own:1:1: mode: is locked by /etc/guard/policy.yaml:2"
status=0
EDITOR=true guard policy edit >"$OUT" 2>"$ERR" || status=$?
[[ $status == 1 ]] || fail "policy edit ended with $status"
assert_says "$OUT" "mode: is locked by"
assert_says "$ERR" "No run starts until it loads"
printf 'version: 1\n' >"$own"
guard policy validate "$own" >"$OUT" 2>&1 || fail "validate: $(cat "$OUT")"
assert_silent "$OUT" "warning"
EDITOR=true guard policy edit >"$OUT" 2>&1 || fail "policy edit: $(cat "$OUT")"
