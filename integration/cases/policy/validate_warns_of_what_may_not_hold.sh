# SPDX-License-Identifier: Apache-2.0
# guard warns of a rule that loads and may not mean what it says; one that can never hold does not
# load.
. "$LIB/case.sh"
printf 'rules:\n  - {id: a, when: {command: git, sub: wibble}, decision: deny}\n  - {id: b, when: {path: "photos/**"}, decision: deny}\n' >"$CASE_ROOM/p.yaml"
"$GUARD" policy validate "$CASE_ROOM/p.yaml" >"$OUT"
assert_says "$OUT" 'p.yaml:2:1: rule a: guard does not know the subcommand "wibble"'
assert_says "$OUT" 'p.yaml:3:1: rule b: holds for every act but reads of "photos/**"'
assert_says "$OUT" 'sound'

# A misspelt command; a tool that is here is none.
mkdir bin && printf '#!/bin/sh\n' >bin/gitt && chmod +x bin/gitt
printf 'rules:\n  - {id: a, when: {command: [git, gti]}, decision: ask}\n  - {id: b, when: {command: gitt}, decision: ask}\n  - {id: c, when: {command: our-own-tool}, decision: ask}\n' >"$CASE_ROOM/p.yaml"
PATH=$PWD/bin:$PATH "$GUARD" policy validate "$CASE_ROOM/p.yaml" >"$OUT"
assert_says "$OUT" 'p.yaml:2:1: rule a: no command here is called "gti": did you mean "git"?'
[[ $(grep -c warning "$OUT") == 1 ]] || fail "warned of: $(<"$OUT")"

# An allow rule that reaches tier 3 is told, when it is written and when it holds, and what keeps it back is seen.
git init -q .
printf 'rules:\n  - {id: ship, when: {command: git, sub: push}, decision: allow}\n' >"$CASE_ROOM/p.yaml"
told='rule ship.*lets acts of tier 3 go unasked: git push --force'
"$GUARD" policy validate "$CASE_ROOM/p.yaml" >"$OUT"
grep -qE "$told" "$OUT" || fail "validate: $(<"$OUT")"
guard_run --policy "$CASE_ROOM/p.yaml" -- true
grep -qE "$told" "$ERR" || fail "run: $(<"$ERR")"
guard_run --policy "$CASE_ROOM/p.yaml" --quiet -- true
assert_content "$ERR" ""
printf '  - {id: ship.tier3, when: {command: git, sub: push, tier: 3}, decision: ask}\n' >>"$CASE_ROOM/p.yaml"
"$GUARD" policy validate "$CASE_ROOM/p.yaml" >"$OUT"
! grep warning "$OUT" || fail "still warned"
guard_run --policy "$CASE_ROOM/p.yaml" -- true
! grep "tier 3" "$ERR" || fail "still told"

# Rules are shown as they are written.
"$GUARD" policy show --policy "$CASE_ROOM/p.yaml" >"$OUT"
assert_says "$OUT" "  - {id: ship, when: {command: git, sub: push}, decision: allow}  # $CASE_ROOM/p.yaml:2"

for when in 'act: read, path: "photos/**"' 'command: git, sub: psuh' 'command: git, sub: push, flags: [froce]' 'act: signal'; do
  printf 'rules: [{id: a, when: {%s}, decision: deny}]\n' "$when" >"$CASE_ROOM/p.yaml"
  status=0
  "$GUARD" policy validate "$CASE_ROOM/p.yaml" >"$OUT" 2>"$ERR" || status=$?
  assert_status 1
  assert_says "$ERR" 'p.yaml:1:'
  guard_run --policy "$CASE_ROOM/p.yaml" -- true
  assert_status 125
done

# A workspace that is the whole machine; an alert whose program is not there, or is none.
for line in 'workspace: [/]' 'workspace: [/usr/..]'; do
  echo "$line" >"$CASE_ROOM/p.yaml"
  "$GUARD" policy validate "$CASE_ROOM/p.yaml" >"$OUT"
  assert_says "$OUT" "is the whole machine"
done
touch no-program
for program in /nowhere/notify notify-nobody "$PWD/no-program"; do
  printf 'alerts: {command: ["%s", x]}\n' "$program" >"$CASE_ROOM/p.yaml"
  "$GUARD" policy validate "$CASE_ROOM/p.yaml" >"$OUT"
  assert_says "$OUT" "warning: alerts.command: "
done
printf 'alerts: {command: [/bin/true]}\n' >"$CASE_ROOM/p.yaml"
"$GUARD" policy validate "$CASE_ROOM/p.yaml" >"$OUT"
assert_silent "$OUT" "alerts.command"
