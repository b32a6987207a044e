# SPDX-License-Identifier: Apache-2.0
# The rest of a case as an ordinary user who may use sudo as SUDOERS says (a line for each kind; set before
# this is read), in a mount namespace of its own: this machine's sudoers and passwords stay as they are. The
# user's password is PASSWORD, and root's where the case says ROOTS_PASSWORD=1. SUDOER_SETUP, exported: what
# root does there first. WITH_SUDO is a policy as shipped.
PASSWORD='right horse'
if [[ -z ${AS_SUDOER:-} ]]; then
  [[ $EUID -eq 0 ]] || skip "setting up sudo needs root"
  for tool in sudo setpriv unshare; do command -v "$tool" >/dev/null || skip "no $tool here"; done
  printf '%s\n' 'Defaults env_reset' 'root ALL=(ALL:ALL) ALL' "${SUDOERS:-nobody ALL=(ALL:ALL) NOPASSWD: ALL}" >"$CASE_ROOM/sudoers"
  chmod 440 "$CASE_ROOM/sudoers"
  # Not of this machine's own: a guard of another case may hold that.
  sed 's/:.*/:*:19000:0:99999:7:::/' /etc/passwd >"$CASE_ROOM/shadow"
  sed -i "s|^nobody:[^:]*|nobody:$(openssl passwd -6 "$PASSWORD")|" "$CASE_ROOM/shadow"
  [[ -z ${ROOTS_PASSWORD:-} ]] || sed -i "s|^root:[^:]*|root:$(openssl passwd -6 "$PASSWORD")|" "$CASE_ROOM/shadow"
  chown -R nobody "$CASE_ROOM"
  chown root:root "$CASE_ROOM/sudoers" "$CASE_ROOM/shadow"
  chmod 600 "$CASE_ROOM/shadow"
  exec unshare -m bash -c 'mount --bind "$1/sudoers" /etc/sudoers && mount -t tmpfs none /etc/sudoers.d &&
    mount --bind "$1/shadow" /etc/shadow && mount -t tmpfs none /run/sudo && eval "${SUDOER_SETUP:-true}" &&
    exec setpriv --reuid nobody --regid nogroup --clear-groups env AS_SUDOER=1 bash "$2"' \
    sudoer "$CASE_ROOM" "$0"
fi
WITH_SUDO=$CASE_ROOM/with_sudo.yaml
printf 'version: 1\nextends: [default]\n' >"$WITH_SUDO"
UNASKED=$CASE_ROOM/unasked.yaml
printf 'version: 1\nextends: [default]\nsafe_mode: off\n' >"$UNASKED"
sudo_run() { guard_run --policy "$UNASKED" -q -- "$@"; } # WORD...; what asks goes unasked
