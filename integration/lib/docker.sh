# SPDX-License-Identifier: Apache-2.0
# guard in containers of Docker's own engine, with the profile that is built into it. Sourced after case.sh; skips the case
# where the engine is not installed. The daemon is the case's own, and ends with it.
#
#   in_docker OPTION... -- WORD...   runs WORD... in a container; fills $status, and the files $OUT, $ERR
command -v dockerd >/dev/null && command -v docker >/dev/null || skip "Docker's engine is not installed"
((EUID == 0)) || skip "Docker's engine needs root"
DOCKER=$CASE_ROOM/docker
CONTAINER_CASE=$DOCKER/case
. "$LIB/container_root.sh"
make_container_root "$DOCKER/root"
mkdir "$DOCKER/config"
export DOCKER_HOST=unix://$DOCKER/sock DOCKER_CONFIG=$DOCKER/config

# In a mount namespace of its own: what the engine mounts goes with it. No network, no firewall rules.
unshare --mount --propagation private dockerd --bridge=none --iptables=false --ip6tables=false --storage-driver=vfs \
  --data-root="$DOCKER/data" --exec-root="$DOCKER/exec" --pidfile="$DOCKER/pid" -H "$DOCKER_HOST" >"$DOCKER/log" 2>&1 &
engine=$!
end_engine() {
  kill "$engine" 2>/dev/null || true
  wait "$engine" 2>/dev/null || true
}
trap end_engine EXIT
engine_answers() { docker version >/dev/null 2>&1; }
until_true 30 engine_answers || skip "Docker's engine does not start here: $(tail -1 "$DOCKER/log")"
tar -C "$DOCKER/root" -c . | docker import - guard-case >"$OUT" 2>"$ERR" || fail "docker import: $(<"$ERR")"

in_docker() { # OPTION... -- WORD...
  local options words
  take_options "$@"
  status=0
  docker run "${CONTAINER_OPTIONS[@]}" "${options[@]}" guard-case "${words[@]}" >"$OUT" 2>"$ERR" </dev/null || status=$?
}
