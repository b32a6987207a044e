# SPDX-License-Identifier: Apache-2.0
# tar and grep -r open without waiting: as root they are asked about like all others; an ordinary
# user's are refused by the kernel, and it is said why, once for each file.
. "$LIB/case.sh"
echo TOKEN=canary >.env
guard_run --on-ask deny -- bash -c 'tar cf out.tar .env; tar cf again.tar .env; grep -r TOKEN .; sleep 1; exit 0'
assert_status 0
assert_silent "$OUT" canary
assert_silent "$ERR" canary
! grep -q canary out.tar again.tar || fail "tar has it"
wait_for_closing
if ((EUID == 0)); then
  assert_says "$ERR" "denied read"
else
  assert_says "$ERR" "skipped $WORKSPACE/.env: it is a secret, and what opened it waits for no answer (as grep -r and tar)"
  [[ $(grep -c 'read it by itself' "$ERR") == 1 ]] || fail "not told once: $(<"$ERR")"
  assert_recorded "r['rule'] == 'secrets.gate' and r['outcome'] == 'refused' and r['errno'] == 11 and r['objects'][0].endswith('/.env')"
fi
