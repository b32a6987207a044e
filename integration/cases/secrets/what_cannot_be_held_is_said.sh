# SPDX-License-Identifier: Apache-2.0
# Files of others cannot be leased, which is said once a day, with what to do; root holds every file.
. "$LIB/case.sh"
if ((EUID == 0)); then
  echo TOKEN=canary >.env
  chown 65534 .env
  guard_run --on-ask deny -- cat .env
  assert_status 1
  assert_silent "$OUT" canary
  assert_silent "$ERR" 'cannot be held'
else
  # No other owner's file can be made here: one of the system that the policy calls a secret.
  cat >"$CASE_ROOM/secret.yaml" <<'YAML'
version: 1
extends: [default]
paths: {secret: [/etc/passwd]}
YAML
  guard_run --policy "$CASE_ROOM/secret.yaml" --on-ask deny -- true
  assert_status 0
  assert_says "$ERR" '/etc/passwd cannot be held here: what this run starts may read it without a question. Another user owns it. Fix: sudo chmod o-r /etc/passwd'
  guard_run --policy "$CASE_ROOM/secret.yaml" --on-ask deny -- true
  assert_status 0
  assert_silent "$ERR" 'cannot be held'
  GUARD_POLICY=$CASE_ROOM/secret.yaml guard doctor >"$OUT"
  assert_says "$OUT" '1 of them cannot be held'
  assert_says "$OUT" '    /etc/passwd'
fi
