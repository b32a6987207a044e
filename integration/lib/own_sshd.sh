# SPDX-License-Identifier: Apache-2.0
# A real sshd on loopback that lets $KEY in as this user. It needs root's user and folder: in a mount namespace
# of its own, so that this machine's stay as they are. Where there is none it comes from its package, laid into a folder:
# an installed one would start a daemon. To be read before lib/keys.sh, which makes $KEY.
#
#   start_sshd      fills $PORT, and $LOGIN: the words of ssh that lead there as $WHO
unpacked_sshd() { # fills $SSHD and $SSHD_LIBRARIES
  local folder=$CASE_ROOM/sshd_files
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
  mkdir "$folder"
  (cd "$folder" && apt-get -qq -o APT::Sandbox::User="$(id -un)" download openssh-server libwrap0 >/dev/null 2>&1 &&
    for archive in *.deb; do dpkg-deb -x "$archive" . || exit 1; done) || return 1
  SSHD=$folder/usr/sbin/sshd
  SSHD_LIBRARIES=$(dirname "$(find "$folder" -name 'libwrap.so.0' | head -1)")
}
WHO=$(id -un)
if [[ -z ${HAS_SSHD_USER:-} ]]; then
  SSHD=$(PATH=$PATH:/usr/sbin:/usr/local/sbin command -v sshd) || unpacked_sshd ||
    skip "no sshd here, and no package of it"
  for tool in ssh unshare; do command -v "$tool" >/dev/null || skip "no $tool here"; done
fi
if [[ -z ${HAS_SSHD_USER:-} && $EUID -eq 0 ]]; then
  { grep -v '^sshd:' /etc/passwd; echo 'sshd:x:65533:65534::/run/sshd:/usr/sbin/nologin'; } >"$CASE_ROOM/passwd"
  # A guard of another case may hold this machine's.
  sed 's/:.*/:*:19000:0:99999:7:::/' "$CASE_ROOM/passwd" >"$CASE_ROOM/shadow"
  chmod 600 "$CASE_ROOM/shadow"
  exec unshare -m bash -c 'mount --bind "$1/passwd" /etc/passwd && mount --bind "$1/shadow" /etc/shadow &&
    exec env HAS_SSHD_USER=1 SSHD="$2" SSHD_LIBRARIES="$4" bash "$3"' sshd "$CASE_ROOM" "$SSHD" "$0" "${SSHD_LIBRARIES:-}"
fi
start_sshd() {
  [[ $EUID -ne 0 ]] || mkdir -p /run/sshd
  ssh-keygen -q -t ed25519 -N '' -f "$CASE_ROOM/host"
  cp "$KEY" "$CASE_ROOM/let_in"
  PORT=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  printf '%s\n' "Port $PORT" "ListenAddress 127.0.0.1" "HostKey $CASE_ROOM/host" "AuthorizedKeysFile $CASE_ROOM/let_in" \
    "UsePAM no" "StrictModes no" "PidFile none" "PermitRootLogin yes" >"$CASE_ROOM/sshd_config"
  LD_LIBRARY_PATH=${SSHD_LIBRARIES:-} "$SSHD" -D -f "$CASE_ROOM/sshd_config" -E "$CASE_ROOM/sshd_log" &
  sshd_pid=$!
  trap 'kill "$SSH_AGENT_PID" "$sshd_pid"' EXIT
  echo "[127.0.0.1]:$PORT $(cut -d' ' -f1,2 "$CASE_ROOM/host.pub")" >"$HOME/.ssh/known_hosts"
  LOGIN="-F none -o UserKnownHostsFile=$HOME/.ssh/known_hosts -o IdentityFile=$KEY -p $PORT $WHO@127.0.0.1"
  until_true 10 bash -c "exec 3<>/dev/tcp/127.0.0.1/$PORT" 2>/dev/null || fail "no sshd: $(<"$CASE_ROOM/sshd_log")"
}
