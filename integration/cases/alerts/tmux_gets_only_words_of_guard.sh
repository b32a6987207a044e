# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# Tmux expands what it shows, so no name of the tree goes there; a popup runs guard watch on the session.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
guard_of_the_home
tier_three
hook tmux <<SH
#!/bin/bash
printf '%s\n' "\$@" END >>"$CASE_ROOM/home/said"
SH
export PATH=$HOOKS:$PATH TMUX=/nowhere/default,1,0 TMUX_PANE=%3
for how in message popup window; do
  rm -f "$CASE_ROOM/home/said"
  alerts_policy '  desktop: off'
  sed -i "s/tmux: off/tmux: $how/" "$ALERTS"
  start_guarded --policy "$ALERTS" --session "by_$how" -- bash -c 'bin/git -C . push --force "#(touch ran)"'
  wait_for_question
  until_true 20 grep -q END "$CASE_ROOM/home/said" || fail "$how: tmux was not called"
  guard deny "$question_id"
  finish_guarded
  wait_for_closing
  cp "$CASE_ROOM/home/said" "$OUT"
  assert_silent "$OUT" touch
  case $how in
    message) assert_says "$OUT" "guard: question ${question_id:0:8} (tier 3) waits: guard watch" ;;
    *) assert_says "$OUT" "--until-answered" && assert_says "$OUT" "by_$how.sock" ;;
  esac
done
