# SPDX-License-Identifier: Apache-2.0
# In real containers under docker's profile, which is made of podman's: it lets descriptors be taken and compared with
# CAP_SYS_PTRACE alone, namespaces be made with CAP_SYS_ADMIN alone, and has no clone3. guard holds as it comes, and a
# backend that wants more says so in one line.
. "$LIB/case.sh"
. "$LIB/podman.sh"
shipped=/usr/share/containers/seccomp.json
[[ -r $shipped ]] || skip "podman's own profile is not here to make docker's of"
python3 - "$shipped" "$PODMAN" <<'PYTHON'
import json, sys

TRACING = ["pidfd_getfd", "process_madvise", "kcmp"]
NAMESPACES = ["unshare", "mount", "umount", "umount2", "setns", "pivot_root", "keyctl"]
ENOSYS = 38

def profile(name, also):
    made = json.load(open(sys.argv[1]))
    for rule in made["syscalls"]:
        rule["names"] = [call for call in rule["names"] if call not in TRACING + NAMESPACES + ["clone3"]]
    made["syscalls"] = [rule for rule in made["syscalls"] if rule["names"]]
    made["defaultErrnoRet"] = 1
    allow = {"action": "SCMP_ACT_ALLOW", "args": [], "comment": "", "excludes": {}}
    made["syscalls"].append({**allow, "names": TRACING + also, "includes": {"caps": ["CAP_SYS_PTRACE"]}})
    made["syscalls"].append({**allow, "names": ["clone3"], "action": "SCMP_ACT_ERRNO", "errnoRet": ENOSYS,
                             "includes": {}})
    if also:
        made["syscalls"].append({**allow, "names": also, "includes": {}})
    json.dump(made, open(f"{sys.argv[2]}/{name}.json", "w"))

profile("docker", [])
profile("descriptors", ["pidfd_getfd"])
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
refuses docker -e GUARD_BACKEND=ptrace
assert_says "$ERR" "--cap-add SYS_PTRACE"
holds_under mediated docker
holds_under mediated docker --cap-drop=all --security-opt no-new-privileges
holds_under "$for_a_user" docker --user 1000:1000
holds_under mediated docker --cap-add SYS_PTRACE
holds_under mediated descriptors
# Without unshare each new file still has the umask of who makes it, among others that make theirs.
mapfile -d '' options < <(under docker)
in_podman "${options[@]}" -- guard run --ci -- bash -c '
  cd /tmp
  made() { for i in {1..50}; do (umask "$1"; : >"$1.$i"; mkdir "$1.d$i"; mkfifo "$1.p$i"); done; }
  made 0 & made 077 & made 027 & wait
  stat -c %a:%F 0.* 077.* 027.* | sort | uniq -c | sed "s/^ *//"'
[[ $(<"$OUT") == "50 600:fifo
50 600:regular empty file
50 640:fifo
50 640:regular empty file
50 666:fifo
50 666:regular empty file
50 700:directory
50 750:directory
50 777:directory" ]] || fail "$(<"$OUT")"
