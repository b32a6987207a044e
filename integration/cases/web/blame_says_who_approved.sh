# SPDX-License-Identifier: Apache-2.0
# The page's review says of each line which session and command wrote it, and who approved that, as guard blame does.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/web.sh"
with_undo
printf 'one\ntwo\n' >mine
cat >policy.yaml <<'YAML'
rules: [{id: mine, when: {act: write, path: mine}, decision: ask}]
YAML
start_guarded --policy policy.yaml --session own -- bash -c 'echo approved >>mine'
wait_for_question
guard approve "$question_id" >/dev/null
finish_guarded
wait_for_closing
guard blame mine >blame
assert_says blame "approved by"
start_web
cat >read_lines.py <<'PY'
import http.client, json, sys
host, port, token = sys.argv[1:]
c = http.client.HTTPConnection(host, int(port), timeout=30)
def ask(method, path, body=None, **headers):
    c.request(method, path, body and json.dumps(body), {"Content-Type": "application/json", **headers})
    a = c.getresponse()
    return a, json.loads(a.read())
a, login = ask("POST", "/api/login", {"token": token}, Origin=f"http://{host}:{port}")
keys = {"Cookie": a.getheader("Set-Cookie").split(";")[0], "X-Guard-Key": login["key"]}
of = ask("GET", "/api/reviews/own", **keys)[1]["of"]
entries = ask("GET", f"/api/reviews/own/files?of={of}", **keys)[1]["entries"]
row = [one["path"] for one in entries].index("mine")
lines = ask("GET", f"/api/reviews/own/files/{row}/lines?of={of}", **keys)[1]
for run in lines["runs"]:
    source = lines["sources"][run["source"] - 1] if run["source"] else {"answer": "", "command": "before"}
    print(run["lines"], source["command"], "|", source["answer"])
PY
python3 -B read_lines.py "$host" "$port" "${address#*#}" >said || fail "the page's lines: $(<said)"
assert_says said "['one', 'two'] before | "
who=$(sed -n 's/.*; approved by //p' blame | head -1)
[[ -n $who ]] || fail "blame names nobody: $(<blame)"
assert_says said "['approved'] bash -c 'echo approved >>mine' | $who"
