# SPDX-License-Identifier: Apache-2.0
# Containers as they are started in the wild: by engine's profile, user, capabilities and root file system. In each of them
# guard is mediated or better, an unasked delete and a refused connect do not happen, undo gives back, and guard is the
# first process. `./dev containers` tries all kinds and prints the table.
# timeout: 300
. "$LIB/case.sh"
[[ -z ${GUARD_BACKEND:-} ]] || skip "the table is that of the backend that a run takes by itself"
. "$LIB/podman.sh"
cp "$LIB/dockers_profile.json" "$PODMAN/docker.json"
# Docker before 22, which Debian 12 and Ubuntu 22.04 have, also refuses to copy another process' memory.
sed 's/"kcmp", /"kcmp", "process_vm_readv", "process_vm_writev", /' "$PODMAN/docker.json" >"$PODMAN/docker20.json"
grep -q process_vm_readv "$PODMAN/docker20.json" || fail "the profile of Docker 20 refuses no more than that of now"
cp "$LIB/container_row.sh" "$PODMAN/case/row.sh"
# Without a home, and without /dev/shm: what a pod of a cluster may be.
bare=(--ipc none -e HOME=/nowhere -e GUARD_STATE_DIR=/tmp/state)
least=(--cap-drop=all --security-opt no-new-privileges)
docker=(--security-opt "seccomp=$PODMAN/docker.json")
docker20=(--security-opt "seccomp=$PODMAN/docker20.json")
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
for profile in docker docker20 podman; do
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
if ((EUID == 0)); then
  # It is version 2 that answers in there.
  in_cgroup2 in_podman -- stat -fc %T /sys/fs/cgroup
  [[ $status -eq 0 && $(<"$OUT") == cgroup2fs ]] || fail "control groups of version 2: $(<"$OUT")$(<"$ERR")"
  for user in 0 1000; do in_cgroup2 row "podman cg2" "$user" none writable "${podman[@]}" "${least[@]}"; done
  for place in $(findmnt -nrt cgroup2 -o TARGET); do
    [[ ! -e $place/libpod_parent ]] || fail "a control group was left"
  done
fi
