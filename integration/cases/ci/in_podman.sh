# SPDX-License-Identifier: Apache-2.0
# In real containers. As podman starts them guard holds, whatever the user and the capabilities. What docker's
# profile leaves out is told in one line, with what to start the container with.
. "$LIB/case.sh"
command -v podman >/dev/null || skip "podman is not installed"
[[ -L /bin ]] || skip "the container's root is made for a merged /usr"
[[ ${GUARD_BACKEND:-} != preload ]] || skip "of an advisory backend nothing of this holds"

# The root of the container is this machine's /usr, and nothing of it can be written. No image, no network.
ROOT=$CASE_ROOM/podman/root
mkdir -p "$ROOT"/{usr,proc,sys,dev,etc,tmp,run,var,opt/guard,opt/case}
chmod 755 "$CASE_ROOM/podman" "$ROOT"
for name in bin sbin lib lib64; do ln -s "usr/$name" "$ROOT/$name"; done
printf 'root:x:0:0::/root:/bin/sh\nana:x:1000:1000::/home/ana:/bin/sh\n' >"$ROOT/etc/passwd"
printf 'root:x:0:\nana:x:1000:\n' >"$ROOT/etc/group"
chmod 1777 "$ROOT/tmp"
mkdir "$CASE_ROOM/podman/case"
chmod 755 "$CASE_ROOM/podman/case"
export PODMAN=$CASE_ROOM/podman OWN=(--root "$CASE_ROOM/podman/store" --runroot "$CASE_ROOM/podman/runroot")

# What podman leaves beside its folders: locks, and the process that keeps a user's namespaces.
lock=/dev/shm/libpod_rootless_lock_$EUID
[[ -e $lock ]] || made_lock=yes
leave_nothing() {
  local pause=$XDG_RUNTIME_DIR/libpod/tmp/pause.pid
  [[ ! -s $pause ]] || kill "$(<"$pause")" 2>/dev/null || true
  [[ -z ${made_lock:-} ]] || rm -f "$lock"
}
trap leave_nothing EXIT

apart() { # COMMAND...: root's podman has machine-wide places too; there it gets its own
  if ((EUID == 0)); then
    unshare --mount --propagation private bash -c '
      for place in /dev/shm /run /etc/cni; do [[ ! -d $place ]] || mount -t tmpfs none "$place"; done
      exec "$@"' apart "$@"
  else
    "$@"
  fi
}
in_podman() { # OPTION... -- WORD...
  local options=()
  while [[ $1 != -- ]]; do
    options+=("$1")
    shift
  done
  shift
  status=0
  apart podman "${OWN[@]}" --tmpdir "$PODMAN/tmp" --storage-driver vfs --cgroup-manager cgroupfs \
    "${runtime[@]}" run --rm --network none --ulimit nofile=1024:1024 --ulimit nproc=1000:1000 \
    --tmpfs /tmp:mode=1777 -v /usr:/usr:ro -v "$(dirname "$GUARD"):/opt/guard:ro" \
    -v "$PODMAN/case:/opt/case:ro" -e PATH=/opt/guard:/usr/bin:/usr/sbin -e HOME=/tmp/home \
    -e GUARD_TEST_KERNEL="${GUARD_TEST_KERNEL:-}" -e GUARD_BACKEND="${GUARD_BACKEND:-}" \
    "${options[@]}" --rootfs "$ROOT" "$@" >"$OUT" 2>"$ERR" </dev/null || status=$?
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
nothing=(--cap-drop=all --security-opt no-new-privileges)
holds mediated
holds mediated "${nothing[@]}"
holds "$for_a_user" --user 1000:1000
holds "$for_a_user" --user 1000:1000 "${nothing[@]}"

# Docker's profile, made of podman's: it lets a tracer's calls through with CAP_SYS_PTRACE alone, and unshare
# not at all.
shipped=/usr/share/containers/seccomp.json
[[ -r $shipped ]] || skip "podman's own profile is not here to make docker's of; what came before passed"
python3 - "$shipped" "$PODMAN" <<'PYTHON'
import json, sys

TRACING = ["pidfd_getfd", "process_vm_readv", "process_vm_writev", "kcmp", "ptrace"]
NAMESPACES = ["unshare", "mount", "umount", "umount2", "setns", "pivot_root"]

def profile(name, also):
    made = json.load(open(sys.argv[1]))
    for rule in made["syscalls"]:
        rule["names"] = [call for call in rule["names"] if call not in TRACING + NAMESPACES]
    made["syscalls"] = [rule for rule in made["syscalls"] if rule["names"]]
    made["defaultErrnoRet"] = 1
    allow = {"action": "SCMP_ACT_ALLOW", "args": [], "comment": "", "excludes": {}}
    made["syscalls"].append({**allow, "names": TRACING, "includes": {"caps": ["CAP_SYS_PTRACE"]}})
    if also:
        made["syscalls"].append({**allow, "names": also, "includes": {}})
    json.dump(made, open(f"{sys.argv[2]}/{name}.json", "w"))

profile("docker", [])
profile("unshare", ["unshare"])
profile("calls", ["unshare", *TRACING])
PYTHON
under() { # PROFILE OPTION...: what in_podman takes
  printf '%s\0' --security-opt "seccomp=$PODMAN/$1.json" "${@:2}"
}
refuses() { # PROFILE OPTION... : nothing starts
  local options=()
  mapfile -d '' options < <(under "$@")
  in_podman "${options[@]}" -- guard run --ci -- touch /tmp/ran
  assert_status 125
}
holds_under() { # LEVEL PROFILE OPTION...
  local options=()
  mapfile -d '' options < <(under "${@:2}")
  holds "$1" "${options[@]}"
}
refuses docker
assert_says "$ERR" "--cap-add SYS_PTRACE"
assert_says "$ERR" "a seccomp profile that allows unshare"
refuses docker --cap-add SYS_PTRACE
assert_says "$ERR" "a seccomp profile that allows unshare"
assert_silent "$ERR" "SYS_PTRACE"
holds_under mediated unshare --cap-add SYS_PTRACE
holds_under mediated calls
holds_under "$for_a_user" calls --user 1000:1000

# A user without a home of his own is told what to say.
in_podman --user 1000:1000 -e HOME=/ -- guard run --ci -- true
assert_status 125
assert_says "$ERR" "--state-dir or GUARD_STATE_DIR names another folder"
