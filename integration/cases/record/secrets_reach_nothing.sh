# SPDX-License-Identifier: Apache-2.0
# A corpus of secrets in arguments, assignments, URLs, headers, flags, shell text and names of files goes
# through a session: not twelve characters of one are in the database, its log, any export, report, question,
# answer of the API or line that guard prints. Text that only looks like a secret stays readable in 99 % of
# all cases.
# timeout: 300
. "$LIB/case.sh"
stand_in curl mysql sshpass docker openssl
python3 -B "$LIB/redaction.py" make "$CASE_ROOM"
python3 -B "$LIB/redaction.py" names "$CASE_ROOM" | while read -r name; do precious "names/$name" "asked/$name"; done
guard_run --on-ask deny -- python3 -B "$LIB/redaction.py" act "$CASE_ROOM"
cp "$ERR" "$CASE_ROOM/said"

# Questions, and every answer of the API while one waits.
secret_name=$(ls names | head -1)
start_guarded -- bash -c 'cd asked; rm -rf ./* "$1" --token="$1"' x "$secret_name"
wait_for_question
guard pending >"$CASE_ROOM/pending"
printf '%s' "$QUESTION" >"$CASE_ROOM/question"
python3 -B - "$question_id" >"$CASE_ROOM/api" <<'PY'
import glob, os, socket, sys
[path] = [p for p in glob.glob(os.environ["XDG_RUNTIME_DIR"] + "/**/*.sock", recursive=True)]
for target in ("/v1/session", "/v1/approvals", f"/v1/approvals/{sys.argv[1]}", "/v1/audit?limit=1000", "/v1/events?after=0", "/v1/grants"):
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(path)
        client.settimeout(2)
        client.sendall(f"GET {target} HTTP/1.1\r\nHost: guard\r\nConnection: close\r\n\r\n".encode())
        try:
            while block := client.recv(65536): sys.stdout.buffer.write(block)
        except TimeoutError:
            pass
PY
[[ $(grep -c '200 OK' "$CASE_ROOM/api") -ge 5 ]] || fail "the API did not answer: $(grep HTTP "$CASE_ROOM/api")"
guard deny "$question_id"
finish_guarded
cp "$ERR" "$CASE_ROOM/said_of_the_question"

mkdir "$CASE_ROOM/out"
for format in jsonl json csv ocsf; do guard audit export --format "$format" >"$CASE_ROOM/out/$format"; done
guard audit list --limit 0 >"$CASE_ROOM/out/list"
for session in $(guard audit list --limit 0 --json | python3 -c 'import json, sys; print(*{r["session_id"] for r in json.load(sys.stdin)})'); do
  guard audit report "$session" >"$CASE_ROOM/out/$session.md"
  guard audit report "$session" --format html >"$CASE_ROOM/out/$session.html"
done
[[ $(wc -l <"$CASE_ROOM/out/jsonl") -gt 300 ]] || fail "too little is on record: $(wc -l <"$CASE_ROOM/out/jsonl")"
mapfile -t files < <(find "$GUARD_STATE_DIR" "$CASE_ROOM/out" -type f ! -name audit.db-shm; ls "$CASE_ROOM"/{said,said_of_the_question,pending,question,api})
python3 -B "$LIB/redaction.py" leaks "$CASE_ROOM" "${files[@]}" >"$CASE_ROOM/leaks" || fail "$(cut -c1-300 "$CASE_ROOM/leaks" | head -40)"
python3 -B "$LIB/redaction.py" readable "$CASE_ROOM" <"$CASE_ROOM/out/jsonl" >"$CASE_ROOM/lost" || fail "$(<"$CASE_ROOM/lost")"
