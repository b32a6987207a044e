# SPDX-License-Identifier: Apache-2.0
# gpg: a key in a temporary home, its agent, sign, verify, encrypt.
# packages: gnupg
# needs: gpg gpgconf
# allow: path: "home/**"
# leave-out: home sig enc
# timeout: 120
work() {
  export GNUPGHOME=$PWD/home && mkdir -m 700 home
  gpg --batch --quiet --pinentry-mode loopback --passphrase '' --quick-gen-key me@example.org ed25519 sign never 2>/dev/null
  echo data >d && gpg --batch --quiet --sign -o d.sig d && gpg --quiet --verify d.sig 2>/dev/null && echo verified
  gpg --batch --quiet --pinentry-mode loopback --passphrase p --symmetric -o d.enc d && gpg --batch --quiet --pinentry-mode loopback --passphrase p -d d.enc 2>/dev/null
  gpgconf --kill all
}
