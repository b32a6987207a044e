# SPDX-License-Identifier: Apache-2.0
# The commands of docs/undo.md, typed on a terminal, show what the page shows.
. "$LIB/case.sh"
. "$LIB/replay.sh"
replays "$PAGES/undo.md" <<'SETUPS'
before_1() {
  printf 'one\ntwo\n' >notes.txt
  printf 'old!\n' >old.txt
}
SETUPS
