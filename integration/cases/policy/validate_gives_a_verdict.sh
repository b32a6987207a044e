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
