# SPDX-License-Identifier: Apache-2.0
# The tree can neither change nor delete guard's state, socket or policy. 61.
. "$LIB/case.sh"
mkdir -p "$XDG_CONFIG_HOME/guard"
printf 'version: 1\nextends: [default]\n' >"$XDG_CONFIG_HOME/guard/policy.yaml"
cp "$XDG_CONFIG_HOME/guard/policy.yaml" "$CASE_ROOM/policy.before"
guard_run -- true
[[ -f $GUARD_STATE_DIR/audit.db ]] || fail "no audit.db"
for line in 'rm -f "$GUARD_STATE_DIR/audit.db"' 'echo x >"$GUARD_STATE_DIR/audit.db"' 'rm -rf "$GUARD_STATE_DIR"' 'mv "$GUARD_STATE_DIR" gone' \
  'rm -rf "$XDG_RUNTIME_DIR/guard"' 'echo "mode: trusting" >>"$XDG_CONFIG_HOME/guard/policy.yaml"' \
  'ln -s "$GUARD_STATE_DIR" s && rm -rf s/' 'ln "$GUARD_STATE_DIR/audit.db" l && echo x >l' 'mv "$XDG_CONFIG_HOME/guard" gone'; do
  for options in '--on-ask deny' '--on-ask allow --safe-mode off'; do
    # shellcheck disable=SC2086
    guard_run $options -- bash -c "$line"
    [[ -f $GUARD_STATE_DIR/audit.db ]] || fail "audit.db went: $options $line"
    cmp -s "$XDG_CONFIG_HOME/guard/policy.yaml" "$CASE_ROOM/policy.before" || fail "policy changed: $options $line"
    [[ -d $XDG_RUNTIME_DIR/guard ]] || fail "runtime folder went: $options $line"
  done
done
audit_records >/dev/null || fail "the record cannot be read any more"
