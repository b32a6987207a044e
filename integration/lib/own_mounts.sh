# SPDX-License-Identifier: Apache-2.0
# Sourced before case.sh by cases that mount: the case runs on in a mount namespace of its own, which
# ends with it.
[[ $EUID -eq 0 ]] || { echo "mounting a file system outside of guard needs root"; exit 77; }
if [[ -z ${IN_OWN_MOUNTS:-} ]]; then
  unshare -m true 2>/dev/null || { echo "no mount namespace to be had"; exit 77; }
  IN_OWN_MOUNTS=1 exec unshare --mount --propagation private bash "$0"
fi
