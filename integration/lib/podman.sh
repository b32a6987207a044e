# SPDX-License-Identifier: Apache-2.0
# guard in containers of podman's. Sourced after case.sh; skips the case where no container starts here.
#
#   in_podman OPTION... -- WORD...   runs WORD... in a container; fills $status, and the files $OUT, $ERR
#   holds LEVEL OPTION...            what guard is for works in such a container, at LEVEL
#   $for_a_user                      the level of an ordinary user there
#   in_cgroup2 COMMAND...            root: what COMMAND starts in podman, it starts in control groups of version 2
command -v podman >/dev/null || skip "podman is not installed"
# The root of the container is this machine's /usr, and nothing of it can be written. No image, no network.
ROOT=$CASE_ROOM/podman/root
CONTAINER_CASE=$CASE_ROOM/podman/case
. "$LIB/container_root.sh"
make_container_root "$ROOT"
export PODMAN=$CASE_ROOM/podman OWN=(--root "$CASE_ROOM/podman/store" --runroot "$CASE_ROOM/podman/runroot")

# Locks in files of its own; else all podmans of a user share one of /dev/shm, which stays. The rest is the
# process that keeps a user's namespaces.
printf '[engine]\nlock_type = "file"\n' >"$PODMAN/containers.conf"
export CONTAINERS_CONF=$PODMAN/containers.conf
leave_nothing() {
  local pause=$XDG_RUNTIME_DIR/libpod/tmp/pause.pid
  [[ ! -s $pause ]] || kill "$(<"$pause")" 2>/dev/null || true
}
trap leave_nothing EXIT

apart() { # COMMAND...: root's podman has machine-wide places too; there it gets its own
  if ((EUID == 0)); then
    unshare --mount --propagation private bash -c '
      for place in /dev/shm /run /etc/cni; do [[ ! -d $place ]] || mount -t tmpfs none "$place"; done
      [[ -n ${CGROUP2:-} ]] || exec "$@"
      umount -R /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup || exit
      status=0
      "$@" || status=$?
      # The groups that podman made are seen by the whole machine.
      until find /sys/fs/cgroup/libpod_parent -depth -type d -exec rmdir {} + 2>/dev/null; do
        ((++tries < 50)) || break
        sleep 0.1
      done
      exit "$status"' apart "$@"
  else
    "$@"
  fi
}
# The controllers may belong to version 1, so that a container can have no limits by them.
in_cgroup2() { CGROUP2=1 "$@"; }
in_podman() { # OPTION... -- WORD...
  local options words
  take_options "$@"
  # podman always says why it fails, and so does guard: where nothing is said, podman lost the words of a container
  # that ended while it attached to it.
  for _ in 1 2 3; do
    podman_once
    [[ $status -eq 125 && ! -s $ERR ]] || break
  done
}
podman_once() { # options, words: in_podman's
  status=0
  apart podman "${OWN[@]}" --tmpdir "$PODMAN/tmp" --storage-driver vfs --cgroup-manager cgroupfs \
    "${runtime[@]}" run "${CONTAINER_OPTIONS[@]}" --ulimit nproc=1000:1000 ${CGROUP2:+--pids-limit=-1} \
    -e GUARD_TEST_KERNEL="${GUARD_TEST_KERNEL:-}" -e GUARD_BACKEND="${GUARD_BACKEND:-}" \
    "${options[@]}" --rootfs "$ROOT" "${words[@]}" >"$OUT" 2>"$ERR" </dev/null || status=$?
}
runtime=()
! command -v runc >/dev/null || runtime=(--runtime runc)
for who in 0:0 1000:1000; do # the second wants subordinate ids, subuid(5)
  in_podman --user "$who" -- true
  [[ $status -eq 0 ]] || skip "podman starts no container for user $who here: $(tail -1 "$ERR")"
done

# Refused, let happen, given back, approved, given back.
cat >"$PODMAN/case/case.sh" <<'SH'
set -u
fail() { echo "FAIL: $*"; exit 1; }
mkdir -p ~/w/tmp_a ~/w/kept && cd ~/w || fail "no workspace"
echo one >tmp_a/one; echo "key=AKIA" >.env; echo kept >kept/file
guard doctor >/tmp/doctor || fail "guard doctor: $(cat /tmp/doctor)"
head -1 /tmp/doctor
for way in "" "--landlock on"; do
  guard run --ci $way -- sh -c 'rm -rf ./tmp_*; cat .env; rm kept/file; true' >/tmp/said 2>&1
  [ $? = 3 ] || fail "run $way: $(cat /tmp/said)"
  [ -e tmp_a/one ] || fail "$way: it was deleted unasked"
  ! grep -q AKIA /tmp/said || fail "$way: the secret was read"
  [ ! -e kept/file ] || fail "$way: what is saved was not deleted"
  guard undo --last --yes >/tmp/said 2>&1 || fail "undo: $(cat /tmp/said)"
  [ "$(cat kept/file)" = kept ] || fail "$way: it was not given back"
done
guard run --on-ask wait -- sh -c 'rm -rf ./tmp_*' >/tmp/said 2>&1 </dev/null &
tries=0
until guard pending --json 2>/dev/null | grep -q '"id"'; do
  tries=$((tries + 1))
  [ $tries -lt 200 ] || fail "no question: $(cat /tmp/said)"
  sleep 0.1
done
guard approve all >/tmp/answer 2>&1 || fail "approve: $(cat /tmp/answer)"
wait $! || fail "the approved run: $(cat /tmp/said)"
[ ! -e tmp_a ] || fail "what was approved did not happen"
guard undo --last --yes >/tmp/said 2>&1 || fail "undo: $(cat /tmp/said)"
[ -e tmp_a/one ] || fail "what was approved was not given back"
echo all of it held
SH
holds() { # LEVEL OPTION...
  local level=$1
  shift
  in_podman "$@" -- sh /opt/case/case.sh
  [[ $status -eq 0 ]] || fail "podman run $*: $(<"$OUT")"
  assert_says "$OUT" "level $level on this machine"
  assert_says "$OUT" "all of it held"
}
for_a_user=verified
has_landlock_roots || for_a_user=mediated
