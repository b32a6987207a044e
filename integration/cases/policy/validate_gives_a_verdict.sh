# SPDX-License-Identifier: Apache-2.0
# guard policy validate without a file says that what holds here is sound, with or without files; the
# file that is not is named.
. "$LIB/case.sh"
guard policy validate >"$OUT" || fail "status $?"
assert_says "$OUT" "sound: this is what holds here"
mkdir -p "$XDG_CONFIG_HOME/guard"
echo 'mode: paranoid' >"$XDG_CONFIG_HOME/guard/policy.yaml"
guard policy validate >"$OUT" || fail "status $?"
assert_says "$OUT" "$XDG_CONFIG_HOME/guard/policy.yaml"
assert_says "$OUT" "sound: this is what holds here"
echo 'mood: paranoid' >"$XDG_CONFIG_HOME/guard/policy.yaml"
status=0
guard policy validate >"$OUT" 2>"$ERR" || status=$?
assert_status 1
assert_says "$ERR" "$XDG_CONFIG_HOME/guard/policy.yaml:1:1"
assert_silent "$OUT" "sound"

# A policy from a pipe, and a list as a run with that file would have it.
printf 'modes: {balanced: {tier2: allow}, mine: {tier2: ask}}\n' >p.yaml
guard policy validate - <p.yaml >"$OUT" || fail "status $?"
assert_says "$OUT" 'warning: modes: "balanced" is a built-in mode, and means something else here: tier 2 allow'
assert_says "$OUT" 'standard input: sound'
status=0
echo 'mood: paranoid' | guard policy validate - >"$OUT" 2>"$ERR" || status=$?
assert_status 1
assert_says "$ERR" 'standard input:1:1: unknown key "mood"'
echo 'version: 1' >"$XDG_CONFIG_HOME/guard/policy.yaml"
guard policy list --policy p.yaml >"$OUT"
assert_says "$OUT" 'balanced (changed here: tier 2 allow) (holds), mine,'
assert_says "$OUT" 'does not count: --policy is set'
guard policy show --policy p.yaml >"$OUT"
assert_says "$OUT" 'balanced (changed here: tier 2 allow)'
assert_says "$OUT" 'mine: tier 0 allow, tier 1 log, tier 2 ask, tier 3 confirm'
