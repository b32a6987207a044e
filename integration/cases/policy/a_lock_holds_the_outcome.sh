# SPDX-License-Identifier: Apache-2.0
# A key that a lock names is held against options and later files that would change the same outcome. A project's file
# keeps no guard from starting. A rule about a folder holds for what lies in it, and says of which path it speaks.
. "$LIB/case.sh"
precious photos/dog.jpg photos/deep/cat.jpg
own="$XDG_CONFIG_HOME/guard/policy.yaml"
mkdir -p "$XDG_CONFIG_HOME/guard"
printf 'mode: balanced\nlocked: [mode, safe_mode, rules]\n' >"$own"
refused() { # WORD OPTION...: said in one line
  local word=$1
  shift
  guard_run "$@" -- rm -rf photos
  assert_status 125
  assert_says "$ERR" "$word"
  [[ $(wc -l <"$ERR") == 1 ]] || fail "more than a line: $(cat "$ERR")"
}
refused "--on-ask allow: mode is locked by $own:2" --on-ask allow
refused "--safe-mode: safe_mode is locked by $own:2" --safe-mode off
refused "--mode: mode is locked by $own:2" --mode trusting
refused "--pre-confirm: rules is locked by $own:2" --pre-confirm 'rm -rf photos'

printf 'mode: trusting\nrules: [{id: keep, when: {path: photos}, decision: deny}, {id: free, when: {command: rm}, decision: allow}]\n' >.guard.yaml
guard_run --on-ask deny -- bash -c 'rm photos/dog.jpg; rm -rf photos/*; mv photos other; rm -rf photos; true'
assert_status 0
assert_says "$ERR" "the rule holds for $PWD/photos"
assert_silent "$ERR" "another name"
assert_exists photos/dog.jpg
assert_exists photos/deep/cat.jpg
guard policy show >"$OUT"
assert_says "$OUT" "rule free: allows: rules is locked by"
assert_says "$OUT" "mode: trusting is looser than balanced: mode is locked by"

rm .guard.yaml "$own"
guard_run --on-ask allow --session free -- rm -rf photos
assert_status 0
guard audit list --session free --decision skipped >"$OUT"
assert_says "$OUT" "allowed, unasked"

printf 'mode: balanced\n' >"$own"
chmod 666 "$own"
guard_run -- true
assert_status 125
assert_says "$ERR" "others may write it"
