# SPDX-License-Identifier: Apache-2.0
# The rest of a case as an ordinary user who may use sudo as SUDOERS says (a line for each kind; set before
# this is read), in a mount namespace of its own: this machine's sudoers stay as they are. WITH_SUDO is a
# policy that lets approved ones run.
if [[ -z ${AS_SUDOER:-} ]]; then
  [[ $EUID -eq 0 ]] || skip "setting up sudo needs root"
  for tool in sudo setpriv unshare; do command -v "$tool" >/dev/null || skip "no $tool here"; done
  printf '%s\n' 'Defaults env_reset' 'root ALL=(ALL:ALL) ALL' "${SUDOERS:-nobody ALL=(ALL:ALL) NOPASSWD: ALL}" >"$CASE_ROOM/sudoers"
  chmod 440 "$CASE_ROOM/sudoers"
  chown -R nobody "$CASE_ROOM"
  chown root "$CASE_ROOM/sudoers"
  exec unshare -m bash -c 'mount --bind "$1" /etc/sudoers && mount -t tmpfs none /etc/sudoers.d &&
    exec setpriv --reuid nobody --regid nogroup --clear-groups env AS_SUDOER=1 bash "$2"' \
    sudoer "$CASE_ROOM/sudoers" "$0"
fi
WITH_SUDO=$CASE_ROOM/with_sudo.yaml
printf 'version: 1\nextends: [default]\nsudo: ask\n' >"$WITH_SUDO"
UNASKED=$CASE_ROOM/unasked.yaml
printf 'version: 1\nextends: [default]\nsudo: ask\nsafe_mode: off\n' >"$UNASKED"
sudo_run() { guard_run --policy "$UNASKED" -q -- "$@"; } # WORD...; what asks goes unasked
