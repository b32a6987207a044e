# SPDX-License-Identifier: Apache-2.0
# guard policy init begins a file whose examples are sound, and overwrites none. guard policy edit opens it in
# $VISUAL or $EDITOR, says what is wrong afterwards, and keeps what was written. guard policy list names what there is.
. "$LIB/case.sh"
own=$XDG_CONFIG_HOME/guard/policy.yaml
ends() { # STATUS WORD...
  local wanted=$1 status=0
  shift
  "$GUARD" policy "$@" >"$OUT" 2>"$ERR" </dev/null || status=$?
  [[ $status == "$wanted" ]] || fail "policy $* ended with $status: $(cat "$OUT" "$ERR")"
}
ends 0 list
grep -q "policy.yaml  *is not there: guard policy init writes it" "$OUT" || fail "list: $(<"$OUT")"
assert_says "$OUT" "balanced (holds), paranoid, trusting"
assert_says "$OUT" "claude"
ends 0 init
[[ $(stat -c %a "$own") == 600 ]] || fail "mode $(stat -c %a "$own")"
ends 0 validate "$own"
cp "$own" "$CASE_ROOM/begun"
ends 1 init
assert_says "$ERR" "is there already"
cmp "$own" "$CASE_ROOM/begun"
ends 0 list
grep -q "policy.yaml  *holds" "$OUT" || fail "list: $(<"$OUT")"
sed -E 's/^#([^ ])/\1/' "$own" >examples.yaml
[[ $(grep -c '^[a-z-]' examples.yaml) -ge 10 ]] || fail "no examples: $(<examples.yaml)"
ends 0 validate examples.yaml
assert_silent "$OUT" warning

# The editor may have words of its own, and a blank in the path is no second word.
export XDG_CONFIG_HOME="$PWD/a config"
own=$XDG_CONFIG_HOME/guard/policy.yaml
EDITOR="sed -i 's/^#mode: balanced/mode: paranoid/'" ends 0 edit
assert_says "$OUT" "policy.yaml: sound"
grep -q '^mode: paranoid' "$own" || fail "not edited: $(<"$own")"
EDITOR=false VISUAL="sed -i 's/^mode: paranoid/mode: sometimes/'" ends 1 edit
grep -q "policy.yaml:[0-9]*:[0-9]*: mode:" "$ERR" || fail "edit says: $(<"$ERR")"
assert_says "$ERR" "stays as you left it"
grep -q '^mode: sometimes' "$own" || fail "not kept: $(<"$own")"
EDITOR=false ends 1 edit
assert_says "$ERR" "the editor failed: false"
unset EDITOR VISUAL
ends 1 edit
assert_says "$ERR" "set VISUAL or EDITOR"
cp "$CASE_ROOM/begun" "$own"

# A folder that the policy names and that is not there: no run would start.
printf 'workspace: [./nosuch]\n' >"$own"
ends 1 validate
assert_says "$ERR" "$own:1:13: a run from here would not start: workspace $PWD/nosuch: No such file or directory"
assert_says "$ERR" "  1 | workspace: [./nosuch]"
assert_silent "$OUT" sound
ends 0 validate "$own"
assert_says "$OUT" "warning: $own:1:13: a run from here would not start: workspace $PWD/nosuch: No such file or directory"
assert_says "$OUT" "    |             ^"
# Each of several folders, and whoever is to approve and is nobody here.
printf 'workspace:\n  - .\n  - one/../nosuch\n  - other\napprovers: [no-such-user]\n' >"$CASE_ROOM/several.yaml"
ends 0 validate "$CASE_ROOM/several.yaml"
assert_says "$OUT" "several.yaml:3:5: a run from here would not start: workspace $PWD/nosuch"
assert_says "$OUT" "several.yaml:4:5: a run from here would not start: workspace $PWD/other"
assert_says "$OUT" "several.yaml:5:13: approver no-such-user: no such user here"
mkdir nosuch
ends 0 validate
assert_says "$OUT" "sound: this is what holds here"

printf 'mode: balanced\n' >"$own"
status=0
GUARD_MODE=nosuch "$GUARD" policy show >"$OUT" 2>"$ERR" || status=$?
assert_status 1
assert_says "$ERR" "no mode nosuch: use balanced, paranoid or trusting"
