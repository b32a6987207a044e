# SPDX-License-Identifier: Apache-2.0
# guard alerts test: every way that is set, sent or failed and why; status 1 when one failed.
. "$LIB/case.sh"
. "$LIB/alerts.sh"
serve ok
hook page <<SH
#!/bin/sh
test "\$GUARD_ALERT_TEST" = 1 && cat >"$CASE_ROOM/home/paged"
SH
alerts_policy '  desktop: off
  command: "~/hooks/page"
  @HOOK@'
guard alerts test --policy "$ALERTS" >"$OUT" || fail "$(cat "$OUT")"
assert_says "$OUT" "webhook   answered 200"
assert_says "$OUT" "command   sent"
was_received "r['valid'] and r['alert']['test']"
assert_says "$CASE_ROOM/home/paged" '"test":true'
alerts_policy '  desktop: on
  command: "~/hooks/missing"
  webhook: {url: "http://127.0.0.1:1/", secret_file: "~/no.key"}'
status=0
guard alerts test --policy "$ALERTS" >"$OUT" || status=$?
assert_status 1
assert_says "$OUT" "hooks/missing: no program is found there"
assert_says "$OUT" "webhook   failed: the secret's file is not there"
assert_says "$OUT" "desktop   failed: notify-send is not installed: install the package libnotify-bin"
guard alerts test --json --policy "$ALERTS" | python3 -B "$LIB/query.py" value "len(data)" >"$OUT" || true
assert_content "$OUT" 4
# Without a terminal no bell was sent, whatever the status.
sent_bell() { guard alerts test --json --policy "$ALERTS" </dev/null | python3 -B "$LIB/query.py" value "[way['sent'] for way in data if way['way'] == 'bell']"; }
[[ $(sent_bell || true) == "[false]" ]] || fail "a bell without a terminal: $(sent_bell)"
