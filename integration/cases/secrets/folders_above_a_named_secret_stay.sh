# SPDX-License-Identifier: Apache-2.0
# A policy names a secret by its path. Whoever moves a folder above it would take the name away: that is asked about,
# check says so too, and other folders move as ever.
. "$LIB/case.sh"
mkdir -p vault/deep/certs other/deep
echo canary >vault/deep/certs/x
echo plain >other/deep/x
cat >"$CASE_ROOM/named.yaml" <<'YAML'
version: 1
extends: [default]
paths: {secret: ["vault/deep/certs/**"]}
YAML
for command in "mv vault vault_moved" "mv vault/deep vault/moved"; do
  status=0
  # shellcheck disable=SC2086
  guard check --policy "$CASE_ROOM/named.yaml" -- $command >said || status=$?
  ((status != 0)) || fail "check lets it run: $command: $(<said)"
  # shellcheck disable=SC2086
  guard_run --policy "$CASE_ROOM/named.yaml" --on-ask deny -- $command
  assert_status_not 0
  assert_exists vault/deep/certs/x
done
guard_run --policy "$CASE_ROOM/named.yaml" --on-ask deny -- python3 -c 'import os; os.rename("vault", "vault_moved")'
assert_status_not 0
# The question says what would become of them: of the command, and of the act alone.
for command in "mv vault v2" "python3 -c __import__('os').rename('vault','v2')"; do
  # shellcheck disable=SC2086
  start_guarded --policy "$CASE_ROOM/named.yaml" -- $command
  wait_for_question
  [[ $(json_of "data[0]['risk']") == *"no longer held by that name afterwards"* ]] || fail "says $QUESTION"
  guard deny "$question_id" >/dev/null
  finish_guarded
done
guard_run --policy "$CASE_ROOM/named.yaml" --on-ask deny -- bash -c 'cat vault/deep/certs/x; cat vault_moved/deep/certs/x'
assert_silent "$OUT" canary
guard_run --policy "$CASE_ROOM/named.yaml" --on-ask deny -- bash -c 'mv other moved && mkdir -p vault/deep/new && echo y >vault/deep/new/z'
assert_status 0
assert_exists moved/deep/x vault/deep/new/z

# Wherever the name has a wildcard, what lies there is what counts.
mkdir -p deep/1/2 deep/3 shelf
echo canary >deep/1/2/z && echo plain >deep/3/y
printf 'version: 1\nextends: [default]\npaths: {secret: ["deep/**/z"]}\n' >"$CASE_ROOM/starred.yaml"
starred() { guard_run --policy "$CASE_ROOM/starred.yaml" --on-ask deny -- "$@"; }
for command in "mv deep/1 d1" "mv deep/1/2 d2" "mv deep shelf/deep2"; do
  # shellcheck disable=SC2086
  starred $command
  assert_status_not 0
  assert_exists deep/1/2/z
done
starred python3 -c 'import ctypes; libc = ctypes.CDLL(None); raise SystemExit(libc.renameat2(-100, b"shelf", -100, b"deep/1", 2) == 0)'
assert_status 0
assert_exists deep/1/2/z
starred mv deep/3 deep/4
assert_status 0
assert_exists deep/4/y
