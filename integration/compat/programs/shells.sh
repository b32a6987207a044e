# SPDX-License-Identifier: Apache-2.0
# dash, zsh, fish: redirections, here-documents, globs, jobs, traps.
# packages: dash zsh fish
# needs: dash zsh fish
# leave-out: .config/fish .local/share/fish .zcompdump
setup() { fish -c true; }
work() {
  dash -ec 'cat <<X >d
dash
X
trap "echo trapped" EXIT; (sleep 0.1; echo late) & wait; set -C; echo no >d || true' 2>/dev/null
  zsh -fc 'setopt extendedglob; print -l zsh >|z; for f in *(.); do print $f; done; { print two } always { rm z }'
  fish --no-config -c 'echo fish >f; for x in (seq 3); echo $x >>f; end; cat f; rm f' 
}
