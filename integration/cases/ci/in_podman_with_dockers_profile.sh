# SPDX-License-Identifier: Apache-2.0
# In real containers under docker's profile, which is made of podman's: it lets a tracer's calls through with
# CAP_SYS_PTRACE alone, and unshare not at all. What is missing is told in one line, with what to start the container with.
. "$LIB/case.sh"
. "$LIB/podman.sh"
shipped=/usr/share/containers/seccomp.json
[[ -r $shipped ]] || skip "podman's own profile is not here to make docker's of"
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
