# SPDX-License-Identifier: Apache-2.0
# guard in containers of Docker's own engine, with the profile that is built into it. Sourced after case.sh; skips the case
# where the engine is not installed. The daemon is the case's own, and ends with it.
#
#   in_docker OPTION... -- WORD...   runs WORD... in a container; fills $status, and the files $OUT, $ERR
command -v dockerd >/dev/null && command -v docker >/dev/null || skip "Docker's engine is not installed"
((EUID == 0)) || skip "Docker's engine needs root"
[[ -L /bin ]] || skip "the container's root is made for a merged /usr"
[[ ${GUARD_BACKEND:-} != preload ]] || skip "of an advisory backend nothing of this holds"

DOCKER=$CASE_ROOM/docker
mkdir -p "$DOCKER"/{case,config,root/{usr,proc,sys,dev,etc,tmp,run,var,opt/guard,opt/case}}
chmod 755 "$DOCKER" "$DOCKER/case"
for name in bin sbin lib lib64; do ln -s "usr/$name" "$DOCKER/root/$name"; done
printf 'root:x:0:0::/root:/bin/sh\nana:x:1000:1000::/home/ana:/bin/sh\n' >"$DOCKER/root/etc/passwd"
printf 'root:x:0:\nana:x:1000:\n' >"$DOCKER/root/etc/group"
chmod 1777 "$DOCKER/root/tmp"
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
  local options=()
  while [[ $1 != -- ]]; do
    options+=("$1")
    shift
  done
  shift
  status=0
  docker run --rm --network none --ulimit nofile=1024:1024 --tmpfs /tmp:mode=1777 -v /usr:/usr:ro \
    -v "$(dirname "$GUARD"):/opt/guard:ro" -v "$DOCKER/case:/opt/case:ro" -e PATH=/opt/guard:/usr/bin:/usr/sbin \
    -e HOME=/tmp/home "${options[@]}" guard-case "$@" >"$OUT" 2>"$ERR" </dev/null || status=$?
}
