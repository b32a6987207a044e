# SPDX-License-Identifier: Apache-2.0
# Named pipes between processes, process substitution, coproc, a pipe that closes early.
# quick
work() {
  mkfifo a b; (sort <a >b) & (cat b >out) & seq 2000 | shuf --random-source=<(yes) >a; wait; md5sum out
  diff <(seq 5) <(seq 6) || echo "diff $?"
  coproc C { cat; }; echo through >&"${C[1]}"; read -r line <&"${C[0]}"; echo "$line"; kill "$C_PID"; wait "$C_PID" || true
  set +o pipefail; yes | head -3; seq 100000 | grep -m1 7; timeout 0.2 cat a || echo "timed out $?"; rm a b
}
