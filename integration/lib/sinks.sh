# SPDX-License-Identifier: Apache-2.0
# Sinks. . "$LIB/sinks.sh" after case.sh.
#
#   sinks_policy SINK...      writes $SINKS, a policy with these sinks (YAML maps); commands use it from here on
#   receive KIND [HOW]        starts a receiver (log_receiver.py); what comes is in $ARRIVED, a line a record; $port
#   end_receiver              kills it; the next `receive` of the case listens at the same place
#   sink_json NAME FIELD      of guard audit sinks --json
#   nothing_waits NAME        the sink has got all
#   send_rest                 guard audit sinks send, which must succeed
#   assert_complete NAME FILE...
PLACE=$CASE_ROOM/home/sinks
SINKS=$CASE_ROOM/sinks.yaml
ARRIVED=$PLACE/arrived
mkdir -p "$PLACE"

sinks_policy() { # SINK...
  printf 'version: 1\nextends: [default]\naudit:\n  sinks:\n' >"$SINKS"
  local sink
  for sink in "$@"; do printf '    - %s\n' "$sink" >>"$SINKS"; done
  export GUARD_POLICY=$SINKS
}

receive() { # KIND [HOW]
  local before=
  [[ ! -e $PLACE/port ]] || before=$(stat -c %i "$PLACE/port")
  python3 -B "$LIB/log_receiver.py" "$1" "$PLACE" "${2:-ok}" 2>"$PLACE/said" &
  receiver=$!
  is_there() { [[ -s $PLACE/port && $(stat -c %i "$PLACE/port") != "$before" ]]; }
  until_true 10 is_there || fail "the receiver did not start: $(cat "$PLACE/said")"
  port=$(<"$PLACE/port")
}

end_receiver() {
  kill -KILL "$receiver"
  wait "$receiver" 2>/dev/null || true
}

sink_json() { # NAME FIELD
  guard audit sinks --json | python3 -B "$LIB/query.py" value "[s for s in data if s['name'] == '$1'][0]['$2']"
}
nothing_waits() { [[ $(sink_json "$1" behind) == 0 && -z $(sink_json "$1" error) ]]; }
send_rest() { guard audit sinks send >"$OUT" 2>"$ERR" || fail "send: $(cat "$OUT" "$ERR")"; }
assert_complete() { # NAME FILE...
  guard audit sinks verify "$@" >"$OUT" 2>"$ERR" || fail "not complete: $(cat "$OUT" "$ERR")"
  assert_says "$OUT" "complete and unchanged"
}
has_arrived() { [[ -e $ARRIVED ]] && grep -qF -- "$1" "$ARRIVED"; }

# A receiver that dies in the middle of a session and comes back: all arrives, the session notices nothing.
survives_its_end() { # NAME KIND
  receive "$2"
  start_guarded -- bash -c '/bin/echo before-it; until [ -e go ]; do sleep 0.1; done; /bin/echo while-$((40 + 2)); echo went >on'
  until_true 20 has_arrived before-it || fail "nothing came: $(guard audit sinks) $(cat "$PLACE/said")"
  end_receiver
  touch go
  finish_guarded
  assert_status 0
  assert_exists on
  wait_for_closing
  ! has_arrived while-42 || fail "it came to a receiver that is gone"
  receive "$2"
  send_rest
  has_arrived while-42 || fail "what came meanwhile is lost: $(guard audit sinks)"
  nothing_waits "$1" || fail "something waits: $(guard audit sinks)"
  assert_complete "$1" "$ARRIVED"
}
