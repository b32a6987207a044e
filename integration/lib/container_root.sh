# SPDX-License-Identifier: Apache-2.0
# The parts that containers of the cases have in common, whichever engine makes them. Sourced by docker.sh and
# podman.sh.
#
#   make_container_root FOLDER    a root that holds this machine's /usr alone, once that is mounted
#   take_options OPTION... -- WORD...   parts its words: fills the arrays options and words
#   $CONTAINER_OPTIONS            options that both engines take: the mounts (case scripts from $CONTAINER_CASE), no network
[[ -L /bin ]] || skip "the container's root is made for a merged /usr"
[[ ${GUARD_BACKEND:-} != preload ]] || skip "of an advisory backend nothing of this holds"

make_container_root() { # FOLDER
  local root=$1 name
  mkdir -p "$root"/{usr,proc,sys,dev,etc,tmp,run,var,opt/guard,opt/case}
  chmod 755 "$root"
  for name in bin sbin lib lib64; do ln -s "usr/$name" "$root/$name"; done
  printf 'root:x:0:0::/root:/bin/sh\nana:x:1000:1000::/home/ana:/bin/sh\n' >"$root/etc/passwd"
  printf 'root:x:0:\nana:x:1000:\n' >"$root/etc/group"
  chmod 1777 "$root/tmp"
}
take_options() { # OPTION... -- WORD...
  options=()
  while [[ $1 != -- ]]; do
    options+=("$1")
    shift
  done
  shift
  words=("$@")
}
mkdir -p "$CONTAINER_CASE"
chmod 755 "$(dirname "$CONTAINER_CASE")" "$CONTAINER_CASE"
CONTAINER_OPTIONS=(--rm --network none --ulimit nofile=1024:1024 --tmpfs /tmp:mode=1777 -v /usr:/usr:ro
  -v "$(dirname "$GUARD"):/opt/guard:ro" -v "$CONTAINER_CASE:/opt/case:ro" -e PATH=/opt/guard:/usr/bin:/usr/sbin
  -e HOME=/tmp/home)
