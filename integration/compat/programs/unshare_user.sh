# SPDX-License-Identifier: Apache-2.0
# unshare -Ur: root of a namespace of its own; files it makes belong to the user outside.
# packages: util-linux
# needs: unshare
# allow: command: mount
# options: --landlock off --quiet
usable() { unshare -Ur true 2>/dev/null || { echo "no user namespaces to be had"; return 1; }; }
work() {
  unshare -Ur bash -ec 'id -u; echo x >made; chmod 640 made; mkdir -p d/e; mv made d/; rm -r d/e; hostname_=1'
  unshare -Urm bash -ec 'mount -t tmpfs t d 2>/dev/null && echo inside >d/seen && ls d'
  ls d
}
