# SPDX-License-Identifier: Apache-2.0
# screen: detached, a command in it, quit. As root it reads /etc/shadow, which asks.
# packages: screen
# needs: screen
# options: --kill-at-exit
# allow: command: screen
# as: user
work() {
  export SCREENDIR=$PWD/s && mkdir -m 700 s
  screen -dmS x sh -c 'echo in-screen >seen; sleep 100'
  for _ in $(seq 100); do [[ -s seen ]] && break; sleep 0.05; done
  cat seen && screen -S x -X quit
  for _ in $(seq 100); do [[ -z $(ls s) ]] && break; sleep 0.05; done; ls s
}
