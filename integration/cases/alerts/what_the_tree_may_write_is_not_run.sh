# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# A hook in the workspace, or found in a folder of PATH there, would run what the tree put there: it does not.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
tier_three
printf '#!/bin/sh\necho ran >>%s\n' "$RAN" | tee bin/page >bin/notify-send
chmod 755 bin/page bin/notify-send
export PATH=$PWD/bin:$PATH DISPLAY=:0 DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere
for command in "$PWD/bin/page" page "[/bin/sh, \"$PWD/bin/page\"]"; do
  alerts_policy "  desktop: auto
  command: $command"
  start_guarded --policy "$ALERTS" -- "$PWD/bin/git" -C . push --force
  wait_for_question
  guard deny "$question_id"
  finish_guarded
  assert_says "$ERR" "guard: alerts: command failed:"
  wait_for_closing
done
assert_nothing_ran alerts
