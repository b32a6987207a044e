# SPDX-License-Identifier: Apache-2.0
# Nothing of a hostile name, argument, reason or answerer is raw in a question (list, JSON, API, events), in
# what the agent is told, in the record, its exports and reports, or in what guard learn suggests.
# timeout: 180
. "$LIB/case.sh"
. "$LIB/hostile.sh"
hostile_names .
ask_api() { # TARGET...: replies as they come, and the events so far
  python3 -B - "$@" <<'PY'
import glob, os, socket, sys
[path] = glob.glob(os.environ["XDG_RUNTIME_DIR"] + "/**/*.sock", recursive=True)
for target in sys.argv[1:]:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(path)
        client.settimeout(1)
        client.sendall(f"GET {target} HTTP/1.1\r\nHost: guard\r\nConnection: close\r\n\r\n".encode())
        reply = b""
        try:
            while block := client.recv(65536): reply += block
        except TimeoutError:
            pass
        head, _, body = reply.partition(b"\r\n\r\n")
        assert b" 200 " in head, reply[:300]
        sys.stdout.buffer.write(body + b"\n")
PY
}
answer_as() { # NAME: a denial from a program of that name, with a reason
  python3 -B - "$question_id" "$1" <<'PY'
import glob, json, os, socket, sys
[path] = glob.glob(os.environ["XDG_RUNTIME_DIR"] + "/**/*.sock", recursive=True)
body = json.dumps({"answer": "deny", "reason": "evil no\x1b[31337m\u202e\u009b" + "e" + "\u0301" * 40}).encode()
name = os.fsencode(sys.argv[2]).replace(b"\r", b"").replace(b"\n", b"")
with socket.socket(socket.AF_UNIX) as client:
    client.connect(path)
    client.sendall(b"POST /v1/approvals/" + sys.argv[1].encode() + b" HTTP/1.1\r\nHost: guard\r\nUser-Agent: " + name +
                   b"\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
    reply = b"".join(iter(lambda: client.recv(65536), b""))
sys.stdout.buffer.write(reply.partition(b"\r\n\r\n")[2])
PY
}
# rm would show the names itself.
cat >"$CASE_ROOM/remove.sh" <<'SH'
rm -rf ./evil* "$@" 2>/dev/null
until [ -e go ]; do sleep 0.05; done
SH
number=0
for name in 'curl' $'evil\x9b31337m\xff' $'evil\u202e\u200b'; do
  start_guarded --session "s$number" -- bash "$CASE_ROOM/remove.sh" "${HOSTILE[@]}"
  wait_for_question
  shown "pending$number" guard pending
  shown "pending_id$number" guard pending "$question_id"
  shown "pending_json$number.json" guard pending --json
  shown "pending_whole$number.json" guard pending --json "$question_id"
  shown "api$number" ask_api /v1/session /v1/approvals "/v1/approvals/$question_id" "/v1/audit?limit=1000"
  shown "answer$number" answer_as "$name"
  assert_says "$SHOWN/answer$number" '"answered_by"'
  shown "events$number" ask_api "/v1/events?after=0" "/v1/approvals/$question_id"
  assert_says "$SHOWN/events$number" approval_denied
  touch go
  finish_guarded
  rm go
  number=$((number + 1))
done
for file in "$SHOWN"/pending_json*.json "$SHOWN"/pending_whole*.json; do python3 -m json.tool "$file" >/dev/null; done

# The lines that a program is told when its own call is refused: it prints nothing of the name
# itself.
guard_run --on-ask deny -- python3 -c '
import glob, os, shutil, sys
for name in sorted(glob.glob(b"./evil*/evil*")):
    try: os.truncate(name, 0)
    except OSError: pass
for word in sys.argv[1:]:
    try: os.execv(b"/bin/rm", [b"rm", b"-rf", b"--", b"./" + name, os.fsencode(word)])
    except OSError: pass' "${HOSTILE[@]}"
tame "$ERR"

wait_for_closing
shown list guard audit list --limit 0
shown list_json.json guard audit list --limit 0 --json
shown sessions guard audit sessions
shown sessions.json guard audit sessions --json
said stats guard audit stats --path evil
record=$(audit_records | python3 -B -c '
import json, sys
print([r["request_id"] for r in map(json.loads, sys.stdin) if "evil" in str(r["argv"])][0])')
shown record guard audit show "$record"
shown record.json guard audit show --json "$record"
shown follow timeout -s INT 3 "$GUARD" audit list --follow
for format in jsonl json csv ocsf; do shown "export.$format" guard audit export --format "$format"; done
for format in md html; do shown "report.$format" guard audit report s0 --format "$format"; done
! grep -q '<b>' "$SHOWN/report.html" || fail "a name is markup in the report"
python3 -c 'import json, sys; [json.loads(line) for line in open(sys.argv[1])]' "$SHOWN/export.jsonl"

# learn would allow a command that was approved again and again.
for turn in 1 2 3; do
  python3 -B "$LIB/hostile.py" make "again$turn"
  start_guarded -- rm -rf "again$turn"
  wait_for_question
  guard approve "$question_id" >/dev/null
  finish_guarded
done
for turn in 1 2; do
  # guard learns nothing from a push without a plain remote.
  start_guarded -- git reset --hard "evil$turn"$'\x1b[31337m\u202e' $'a\u009b'
  until_true 10 one_question_waits && guard approve "$question_id" >/dev/null
  finish_guarded
done
python3 -B "$LIB/query.py" some "'evil' in str(r['argv']) and r['approval_status'] == 'approved'" < <(audit_records) ||
  fail "nothing hostile was approved"
guard learn --least 1 >"$SHOWN/learn.diff" 2>"$SHOWN/learn.err" || fail "learns nothing: $(<"$SHOWN/learn.err")"
tame "$SHOWN/learn.diff"
shown learn.json guard learn --least 1 --json
policy=${XDG_CONFIG_HOME:-$HOME/.config}/guard/policy.yaml
mkdir -p "$(dirname "$policy")"
(cd / && patch -s -p0) <"$SHOWN/learn.diff" || fail "the patch does not fit"
guard policy validate "$policy" >/dev/null || fail "what was learnt does not load"
