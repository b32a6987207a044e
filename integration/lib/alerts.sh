# SPDX-License-Identifier: Apache-2.0
# Alerts. . "$LIB/alerts.sh" after case.sh.
#
#   serve HOW             starts a receiver of webhooks (webhook_server.py); $ROOM/received has what came
#   alerts_policy TEXT    writes $ALERTS, a policy whose `alerts` are TEXT; @HOOK@ stands for the webhook
#   hook NAME < SCRIPT    $HOOKS/NAME: a program outside of the workspace
#   tier_three            ./bin/git: `bin/git -C . push --force` asks at tier 3, and is harmless
#   received EXPRESSION   some request r fits it; was_received waits for one
ROOM=$CASE_ROOM/home/receiver
HOOKS=$CASE_ROOM/home/hooks
ALERTS=$CASE_ROOM/alerts.yaml
SECRET=0123456789abcdef0123456789abcdef
SECRET_FILE=$CASE_ROOM/home/hook.key
mkdir -p "$ROOM" "$HOOKS"
(umask 077 && printf '%s\n' "$SECRET" >"$SECRET_FILE")
scheme=http

# A popup runs guard outside of the tree: not the one below /tmp, which the tree might replace.
guard_of_the_home() {
  cp "$GUARD" "$HOOKS/guard"
  export GUARD=$HOOKS/guard
}

serve() { # HOW
  rm -f "$ROOM/port"
  python3 -B "$LIB/webhook_server.py" "$ROOM" "$SECRET" "$1" &
  until_true 10 test -s "$ROOM/port" || fail "the receiver did not start"
}

alerts_policy() { # TEXT
  local address hook
  address=$scheme://localhost:$(cat "$ROOM/port" 2>/dev/null || echo 1)/hook
  hook="webhook: {url: \"$address\", secret_file: \"$SECRET_FILE\"}"
  printf 'version: 1\nextends: [default]\nalerts:\n  after: 1s\n  tmux: off\n%s\n' "${1//@HOOK@/$hook}" >"$ALERTS"
}

hook() { # NAME
  cat >"$HOOKS/$1"
  chmod 755 "$HOOKS/$1"
}

tier_three() {
  git init -q .
  mkdir -p bin
  cp "$PROGRAMS/witness" bin/git
}

received() {
  touch "$ROOM/received"
  python3 -B "$LIB/query.py" some "$1" <"$ROOM/received"
}
was_received() { until_true 20 received "$1" || fail "nothing came with $1 but: $(cat "$ROOM/received")"; }
count_received() { wc -l <"$ROOM/received"; }
