# SPDX-License-Identifier: Apache-2.0
# Commands of a page, typed on a terminal. . "$LIB/replay.sh" after case.sh.
#
#   replays PAGE   types its blocks as an ordinary user, and fails if the screen shows something else; on standard input the
#                  functions before_1, before_2, ... that make the world of a block (replay.py)
with_undo
((EUID != 0)) || skip "the pages show an ordinary user's screens"
[[ -z ${GUARD_BACKEND:-} ]] || skip "the pages show the usual backend"
needs_landlock_roots
command -v tmux >/dev/null || skip "no tmux here"
export LC_ALL=C.UTF-8 GIT_AUTHOR_NAME=ana GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=ana GIT_COMMITTER_EMAIL=a@b
unset CI # somebody sits there
trap 'tmux -S "$CASE_ROOM/tmux" kill-server 2>/dev/null || true' EXIT

replays() { # PAGE
  cat >"$CASE_ROOM/setups"
  mkdir "$CASE_ROOM/bin"
  ln -s "$GUARD" "$CASE_ROOM/bin/guard"
  PATH=$CASE_ROOM/bin:$PATH python3 -B "$LIB/replay.py" "$1" "$CASE_ROOM/setups" || fail "$1 shows what no longer comes"
}
