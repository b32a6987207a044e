# SPDX-License-Identifier: Apache-2.0
# Where secrets lie in a folder that guard can enter and not list, nobody knows which files to hold: guard is asked
# about every open, and the run, doctor and check say so. In any other such folder the usual names are held, and what
# is not looked at is told.
. "$LIB/case.sh"
((EUID != 0)) || skip "root lists every folder"
[[ ${GUARD_BACKEND:-} != ptrace ]] || skip "that backend asks about every open"
mkdir -p "$HOME/.ssh" ph/deep plain
echo canary >"$HOME/.ssh/odd_name"
echo canary | tee ph/n ph/deep/m plain/.env plain/odd.pem >/dev/null
cat >"$CASE_ROOM/named.yaml" <<'YAML'
version: 1
extends: [default]
paths: {secret: ["ph/**"]}
YAML
trap 'chmod -R u+rwx "$HOME/.ssh" ph plain' EXIT

chmod 311 "$HOME/.ssh"
guard_run --on-ask deny -- cat "$HOME/.ssh/odd_name"
assert_status 1
assert_silent "$OUT" canary
assert_says "$ERR" "$HOME/.ssh may hold secrets, and guard cannot list it"
guard doctor >"$OUT" || true
assert_says "$OUT" "$HOME/.ssh cannot be listed"
chmod 700 "$HOME/.ssh"

chmod 300 ph
guard_run --policy "$CASE_ROOM/named.yaml" --on-ask deny -- bash -c 'cat ph/n; cat ph/deep/m'
assert_status 1
assert_silent "$OUT" canary
assert_says "$ERR" "/ph may hold secrets, and guard cannot list it"
chmod 700 ph

chmod 300 plain
guard_run --on-ask deny -- cat plain/.env
assert_status 1
assert_silent "$OUT" canary
assert_says "$ERR" "/plain cannot be listed, so guard cannot find the secrets in it"
guard doctor >"$OUT" || true
assert_says "$OUT" "/plain cannot be listed"
status=0
guard check -- cat plain/odd.pem >"$OUT" || status=$?
assert_says "$OUT" "plain/odd.pem cannot be held here: a run reads it unasked"
guard check -- cat plain/.env >"$OUT" || true
assert_silent "$OUT" 'cannot be held'
