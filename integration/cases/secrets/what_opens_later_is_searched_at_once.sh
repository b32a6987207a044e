# SPDX-License-Identifier: Apache-2.0
# A folder that guard could not look into is searched by every pattern before the call that opens it returns: one
# that gets another mode, one that is moved out of it, one that comes from where no search comes by.
. "$LIB/case.sh"
mkdir -p sec/deep out/sub far ../elsewhere
echo canary | tee sec/.env sec/deep/id_rsa out/sub/.env >/dev/null
scratch=$(mktemp -d /tmp/guard-it-scratch.XXXXXX)
trap 'chmod -R u+rwx sec out moved 2>/dev/null || true; rm -rf "$scratch"' EXIT
mkdir "$scratch/in"
echo canary >"$scratch/in/.env"
chmod 000 sec
chmod 300 out
free_policy 'act: [metadata, rename]'
guard_run --policy "$FREE" --on-ask deny -- bash -c '
chmod 700 sec && mv out/sub moved && mv "$1" arrived || exit 9
cat sec/.env; cat sec/deep/id_rsa; cat moved/.env; cat arrived/.env' _ "$scratch/in"
assert_status 1
assert_silent "$OUT" canary
(($(grep -c 'guard: denied read' "$ERR") == 4)) || fail "not all were judged"
