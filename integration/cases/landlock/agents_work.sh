# SPDX-License-Identifier: Apache-2.0
# ssh-agent, gpg-agent and tmux make their sockets and keys under Landlock roots as without. T3, T16.
. "$LIB/case.sh"
needs_landlock_roots
unset SSH_AUTH_SOCK
if command -v ssh-agent >/dev/null; then
  guard_run --landlock on --on-ask allow -- bash -c 'eval "$(ssh-agent)" && ssh-keygen -q -t ed25519 -N "" -f ./key && ssh-add -q ./key && ssh-add -l; ssh-agent -k'
  assert_says "$OUT" ED25519
fi
if command -v gpg >/dev/null; then
  mkdir -m 700 g
  guard_run --landlock on --on-ask allow -- bash -c 'export GNUPGHOME=$PWD/g
    gpg --batch --quiet --passphrase "" --quick-gen-key case@example.org ed25519 sign never
    echo text | gpg --batch --quiet --armor --sign; gpgconf --kill all'
  assert_says "$OUT" "BEGIN PGP MESSAGE"
fi
if command -v tmux >/dev/null; then
  guard_run --landlock on --on-ask allow -- bash -c 'tmux -S "$PWD/t" new-session -d "echo in >inside"; until [ -s inside ]; do sleep 0.1; done; tmux -S "$PWD/t" kill-server 2>/dev/null; true'
  assert_content inside in
fi
