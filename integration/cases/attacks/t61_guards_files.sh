# SPDX-License-Identifier: Apache-2.0
# The tree can neither change, replace nor delete guard's state, socket or policy, in any mode, by any
# spelling; its environment variables change nothing any more. Threat 61.
. "$LIB/case.sh"
mkdir -p "$XDG_CONFIG_HOME/guard"
printf 'version: 1\nextends: [default]\n' >"$XDG_CONFIG_HOME/guard/policy.yaml"
cp "$XDG_CONFIG_HOME/guard/policy.yaml" "$CASE_ROOM/policy.before"
guard_run -- true
[[ -f $GUARD_STATE_DIR/audit.db ]] || fail "no audit.db"
lines=(
  'rm -f "$GUARD_STATE_DIR/audit.db"' 'echo x >"$GUARD_STATE_DIR/audit.db"' 'sqlite3 "$GUARD_STATE_DIR/audit.db" "delete from records"' 'rm -rf "$GUARD_STATE_DIR"' 'mv "$GUARD_STATE_DIR" gone' 'touch "$GUARD_STATE_DIR/new"'
  'rm -rf "$XDG_RUNTIME_DIR/guard"' 'mv "$XDG_RUNTIME_DIR/guard" gone' 'rm -f "$XDG_RUNTIME_DIR"/guard/*.sock' 'mv "$XDG_RUNTIME_DIR"/guard/*.sock x' 'ln -s /tmp "$XDG_RUNTIME_DIR/guard/x.sock"' 'echo x >"$XDG_RUNTIME_DIR/guard/new"'
  'echo "mode: trusting" >>"$XDG_CONFIG_HOME/guard/policy.yaml"' 'cp /dev/null "$XDG_CONFIG_HOME/guard/policy.yaml"' 'mv "$XDG_CONFIG_HOME/guard" gone' 'mv "$XDG_CONFIG_HOME" gone' 'sed -i s/default/x/ "$XDG_CONFIG_HOME/guard/policy.yaml"'
  'ln -s "$GUARD_STATE_DIR" s && rm -rf s/' 'ln "$GUARD_STATE_DIR/audit.db" l && echo x >l' 'cd "$GUARD_STATE_DIR"; echo x >audit.db' 'exec 3<"$GUARD_STATE_DIR"; rm -f /proc/self/fd/3/audit.db' 'exec 3<"$GUARD_STATE_DIR/audit.db"; echo x >/dev/fd/3'
  'ln -s "$XDG_CONFIG_HOME/guard/policy.yaml" p; echo "mode: trusting" >>p' 'export GUARD_MODE=trusting GUARD_SAFE_MODE=off GUARD_ON_ASK=allow GUARD_STATE_DIR=/tmp; rm -f "$1/audit.db"'
)
for line in "${lines[@]}"; do
  for options in '--on-ask deny' '--on-ask allow --mode trusting --safe-mode off'; do
    # shellcheck disable=SC2086
    guard_run $options -- bash -c "$line" x "$GUARD_STATE_DIR"
    [[ -f $GUARD_STATE_DIR/audit.db ]] || fail "audit.db went: $options $line"
    cmp -s "$XDG_CONFIG_HOME/guard/policy.yaml" "$CASE_ROOM/policy.before" || fail "policy changed: $options $line"
    [[ -d $XDG_RUNTIME_DIR/guard && -z $(find "$XDG_RUNTIME_DIR/guard" -name new -o -name x.sock) && ! -e $GUARD_STATE_DIR/new ]] || fail "runtime folder changed: $options $line"
    [[ $(audit_records | wc -l) -gt 0 ]] || fail "the record is gone: $options $line"
  done
done
assert_recorded "r['rule'] == 'guard.own' and r['decision'] == 'block'"
# A folder of others or a link where guard would put its session is not used.
ln -s "$HOME" "$CASE_ROOM/linked"
guard_run --state-dir "$CASE_ROOM/linked" -- touch ran
assert_refused_to_start 125 "linked"
guard_run --on-ask deny -- bash -c 'mkdir -p .config/guard; echo mine >.config/guard/policy.yaml; cat "$0" >/dev/null' "$XDG_CONFIG_HOME/guard/policy.yaml"
assert_content .config/guard/policy.yaml mine
