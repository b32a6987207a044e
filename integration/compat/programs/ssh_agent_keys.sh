# SPDX-License-Identifier: Apache-2.0
# ssh-keygen, ssh-agent, ssh-add; signing and verifying by the agent.
# packages: openssh-client
# needs: ssh-agent ssh-keygen ssh-add
# leave-out: key sig agent
# quick
work() {
  ssh-keygen -q -t ed25519 -N '' -C c -f key && eval "$(ssh-agent -a "$PWD/agent")" >/dev/null
  ssh-add -q key && ssh-add -l | cut -d' ' -f1,3- && echo data >d && ssh-keygen -q -Y sign -n n -f key.pub <d >d.sig
  printf 'me %s\n' "$(<key.pub)" >allowed_key && ssh-keygen -q -Y verify -f allowed_key -I me -n n -s d.sig <d && echo verified
  ssh-agent -k >/dev/null && rm -f d.sig allowed_key key key.pub
}
