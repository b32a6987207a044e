# SPDX-License-Identifier: Apache-2.0
# A rule that denies or asks holds for what its path leads to through symbolic links, and a path of a program also for
# what a shell or a loader runs. guard check and guard policy explain say what the run does.
. "$LIB/case.sh"
precious db/migrations/001.sql store/a bin/other
ln -s db/migrations lnk
ln -s "$PWD/store" data
ln -s "$PWD/db" "$HOME/klink"
mkdir -p tools "$CASE_ROOM/programs"
printf '#!/bin/sh\ntouch deployed\n' | tee bin/deploy >"$CASE_ROOM/programs/tool-2"
chmod +x bin/deploy "$CASE_ROOM/programs/tool-2"
ln -s tool-2 "$CASE_ROOM/programs/tool"
policy=$CASE_ROOM/p.yaml

denied() { # WORD...
  guard_run --policy "$policy" --on-ask allow -- "$@"
  [[ $status != 0 ]] || fail "ran: $*"
  assert_says "$ERR" "rule no"
  status=0
  guard check --policy "$policy" -- "$@" >"$OUT" 2>&1 || status=$?
  [[ $status != 0 ]] || fail "check of $*: $(<"$OUT")"
  guard policy explain --policy "$policy" -- "$@" >"$OUT" 2>&1 || true
  assert_says "$OUT" "deny: no holds"
}

for path in 'lnk/**' 'lnk/001.sql' lnk '~/klink/migrations/*' "$PWD/lnk/**"; do
  printf 'rules: [{id: no, when: {path: "%s"}, decision: deny}]\n' "$path" >"$policy"
  "$GUARD" policy validate "$policy" >/dev/null
  denied rm db/migrations/001.sql
  assert_exists db/migrations/001.sql
  denied rm lnk/001.sql
done
printf 'rules: [{id: no, when: {path: "data"}, decision: deny}]\n' >"$policy"
denied rm store/a
guard_run --policy "$policy" --on-ask allow -- rm bin/other
assert_status 0

# A program by its path.
printf 'rules: [{id: no, when: {command: [%s, ./bin/deploy]}, decision: deny}]\n' "$CASE_ROOM/programs/tool" >"$policy"
denied "$CASE_ROOM/programs/tool"
denied "$CASE_ROOM/programs/tool-2"
denied ./bin/deploy
denied sh bin/deploy
denied sh -c 'cd bin && exec sh ./deploy'
assert_missing deployed
guard_run --policy "$policy" -- true
assert_status 0
real=$(readlink -f /bin/sh)
if [[ $real != /bin/sh ]]; then
  printf 'rules: [{id: no, when: {command: /bin/sh}, decision: deny}]\n' >"$policy"
  denied /bin/sh -c true
  denied sh -c true
fi
loader=/lib64/ld-linux-x86-64.so.2
if [[ -e $loader ]]; then
  printf 'rules: [{id: no, when: {command: /usr/bin/tail}, decision: deny}]\n' >"$policy"
  denied "$loader" /usr/bin/tail --version
fi

# An allow rule follows no link.
printf 'rules: [{id: yes, when: {act: delete, path: "data/**"}, decision: allow}]\n' >"$policy"
guard_run --policy "$policy" --on-ask deny -- rm store/a
assert_exists store/a
