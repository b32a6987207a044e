# SPDX-License-Identifier: Apache-2.0
# Containers as they are started in the wild: by engine's profile, user, capabilities and root file system. In each of them
# guard is mediated or better, an unasked delete and a refused connect do not happen, undo gives back, and guard is the
# first process. `./dev containers` tries all kinds and prints the table.
# timeout: 300
. "$LIB/case.sh"
[[ -z ${GUARD_BACKEND:-} ]] || skip "the table is that of the backend that a run takes by itself"
. "$LIB/podman.sh"
cp "$LIB/dockers_profile.json" "$PODMAN/docker.json"
cat >"$PODMAN/case/row.sh" <<'SH'
fail() { echo "FAIL: $*"; exit 1; }
mkdir -p /tmp/w/tmp_a && cd /tmp/w || fail "no workspace"
echo one >tmp_a/canary; echo kept >kept
cat >policy.yaml <<YAML
rules: [{id: elsewhere, when: {act: connect, host: 127.0.0.3}, decision: deny}]
YAML
cat >net.py <<PYTHON
import socket
def connects(host):
    try: socket.socket().connect((host, port)); return "yes"
    except PermissionError: return "no"
server = socket.create_server(("127.0.0.1", 0)); port = server.getsockname()[1]
print(connects("127.0.0.1"), connects("127.0.0.3"))
PYTHON
guard doctor >/tmp/doctor || fail "guard doctor: $(cat /tmp/doctor)"
! grep -q '^  no .* judged before \|^  no .* that was judged$' /tmp/doctor || fail "guard doctor: $(cat /tmp/doctor)"
way="the program sends a duplicate"
[ "$1" != podman ] || way="guard takes a duplicate"
grep -q "by: $way" /tmp/doctor || fail "guard doctor says another way to sockets: $(cat /tmp/doctor)"
[ "$1" != restricted ] || [ ! -e /dev/shm ] || fail "there is a /dev/shm"
guard run --ci --policy policy.yaml -- sh -c 'rm -rf ./tmp_*; rm kept; python3 net.py >net' >/tmp/said 2>&1
[ $? = 3 ] || fail "run: $(cat /tmp/said)"
[ -e tmp_a/canary ] || fail "it was deleted unasked"
[ "$(cat net)" = "yes no" ] || fail "connects: $(cat net /tmp/said)"
[ ! -e kept ] || fail "what is saved was not deleted"
guard undo --last --yes >/tmp/said 2>&1 || fail "undo: $(cat /tmp/said)"
[ "$(cat kept)" = kept ] || fail "it was not given back"
[ $$ = 1 ] || fail "this is process $$"
set -- $(sed -n 's/^level \([a-z]*\) on .*/\1/p; s/^  backend: \([a-z]*\).*/\1/p' /tmp/doctor)
printf 'row %-9s %-8s %-7s %-8s %-5s ' "$1" "$2" held refused yes
exec guard run --ci -- sh -c 'echo yes'
SH
# Without a home, and without /dev/shm: what a pod of a cluster may be.
bare=(--ipc none -e HOME=/nowhere -e GUARD_STATE_DIR=/tmp/state)
least=(--cap-drop=all --security-opt no-new-privileges)
docker=(--security-opt "seccomp=$PODMAN/docker.json")
podman=(--security-opt "seccomp=/usr/share/containers/seccomp.json")
[[ -r /usr/share/containers/seccomp.json ]] || podman=()
tell() { # PROFILE USER CAPABILITIES ROOT REST
  [[ -z ${SLOW:-} ]] || printf 'note: %-11s %-5s %-13s %-10s %s\n' "$@"
}
row() { # PROFILE USER CAPABILITIES ROOT OPTION...
  local wanted=mediated
  ((${2} == 0)) || wanted=$for_a_user
  in_podman --user "$2:$2" "${@:5}" -- sh /opt/case/row.sh "$1"
  [[ $status -eq 0 && $(<"$OUT") == "row $wanted"* ]] || fail "$1, user $2, $3, $4: $(<"$OUT")"
  tell "${@:1:4}" "$(sed 's/^row //' "$OUT")"
}
tell profile user capabilities root 'level     backend  delete  connect  undo  first process'
for profile in docker podman; do
  declare -n options=$profile
  for user in 0 1000; do
    for capabilities in default none; do
      for root in writable read-only; do
        # In short: each profile, user, set and root once or more.
        [[ -n ${SLOW:-} || "$user $capabilities $root" == @("0 default writable"|"1000 none read-only") ]] || continue
        more=()
        [[ $capabilities == default ]] || more+=("${least[@]}")
        [[ $root == writable ]] || more+=(--read-only --read-only-tmpfs=false)
        row "$profile" "$user" "$capabilities" "$root" "${options[@]}" "${more[@]}"
      done
    done
  done
done
row restricted 1000 none read-only "${docker[@]}" "${least[@]}" "${bare[@]}" --read-only --read-only-tmpfs=false
