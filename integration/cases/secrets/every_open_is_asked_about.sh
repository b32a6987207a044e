# SPDX-License-Identifier: Apache-2.0
# Where files can neither be leased nor marked guard is asked about every open that reads: secrets are
# judged, everything else is as it is bare, and the run and the doctor say so.
# timeout: 60
. "$LIB/case.sh"
canary=canary-$RANDOM$RANDOM$RANDOM
echo "TOKEN=$canary" >.env
echo harmless >plain
ln -s .env soft
ln .env hard
REAL=$GUARD
cat >"$CASE_ROOM/guard" <<SH
#!/bin/sh
exec "$PROGRAMS/without_gates" "$REAL" "\$@"
SH
chmod +x "$CASE_ROOM/guard"
GUARD=$CASE_ROOM/guard

# Once a day: not at each start.
guard_run --on-ask deny -- true
assert_says "$ERR" "opening files is slower in this session, because guard looks at each of them"
for reader in "cat .env" "cat soft" "cat hard" "cat /proc/self/cwd/.env" "tar cf out.tar .env" "grep TOKEN .env" "cp .env copy" \
  "$PROGRAMS/read_forms .env" "$PROGRAMS/read_forms_static .env"; do
  guard_run --on-ask deny -- $reader
  ((status != 0)) || fail "went through: $reader"
  ! grep -q "$canary" "$OUT" "$ERR" || fail "$reader gave it away"
  grep -q 'guard: denied read' "$ERR" || fail "nobody said that $reader was denied: $(<"$ERR")"
  assert_silent "$ERR" "opening files is slower"
done
"$GUARD" doctor >"$OUT"
assert_says "$OUT" "held by asking guard about every file"

guard_run --quiet --on-ask deny -- bash -c '
  [[ $(cat plain) == harmless ]] && [[ $(<plain) == harmless ]] || exit 11
  cat missing 2>/dev/null && exit 12
  ls -la . /proc/self/fd >/dev/null || exit 13
  python3 -c "import json, os, sys; os.listdir(\".\"); open(\"/dev/null\").read(); open(\"/proc/self/status\").read(1)" || exit 14
  echo word | cat /dev/stdin >through; [[ $(<through) == word ]] || exit 15
  git init -q repository && git -C repository status --short || exit 16
  mkfifo fifo
  (sleep 0.4; echo written >fifo) &
  [[ $(cat fifo) == written ]] || exit 17
  mkfifo there back
  (exec 3<there 4>back; read -r line <&3; echo "$line again" >&4) &
  exec 5>there 6<back
  echo said >&5
  read -r heard <&6
  [[ $heard == "said again" ]] || exit 18
  # A program that waits for a writer can be interrupted.
  timeout 0.3 cat fifo
  (($? == 124)) || exit 19
  readers=()
  for n in {1..20}; do cat fifo >/dev/null & readers+=($!); done
  sleep 0.3
  kill "${readers[@]}"
  wait
  exit 0'
assert_status 0
rm "$CASE_ROOM/guard"
