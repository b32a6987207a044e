# SPDX-License-Identifier: Apache-2.0
# A review is told, and discarded, to the browser that is logged in, of this user's sessions alone: those of another store
# and another user's programs get nothing; what a request names is of the review that was read, or it is refused.
# timeout: 240
. "$LIB/case.sh"
. "$LIB/web.sh"
with_undo
free_policy 'act: [write, delete, rename, metadata]'
precious mine theirs
guard_run --policy "$FREE" --session own -- bash -c 'echo other >mine'
mkdir -m 700 "$CASE_ROOM/other"
"$GUARD" run --quiet --state-dir "$CASE_ROOM/other" --policy "$FREE" --session foreign -- bash -c 'echo other >theirs'
wait_for_closing
start_web
cat >"$CASE_ROOM/log_in.py" <<'PY'
import http.client, json, sys
host, port, token = sys.argv[1:]
c = http.client.HTTPConnection(host, int(port), timeout=30)
c.request("POST", "/api/login", json.dumps({"token": token}), {"Origin": f"http://{host}:{port}", "Content-Type": "application/json"})
a = c.getresponse()
print(a.getheader("Set-Cookie").split(";")[0], json.loads(a.read())["key"])
PY
python3 -B "$CASE_ROOM/log_in.py" "$host" "$port" "${address#*#}" >"$CASE_ROOM/keys"
read -r cookie key <"$CASE_ROOM/keys"
own=("Cookie: $cookie" "X-Guard-Key: $key")
json=("${own[@]}" "Origin: $origin" "Content-Type: application/json")
answers() { # STATUS WORD...
  local wanted=$1
  shift
  said=$(web_request "$@")
  [[ $said == "$wanted "* ]] || fail "expected $wanted of: $*; it says $said"
}
answers 200 GET /api/reviews "${own[@]}"
[[ $said == *'"own"'* && $said != *foreign* ]] || fail "the list is $said"
answers 200 GET /api/reviews/own "${own[@]}"
of=$(sed 's/.*"of":"\([^"]*\)".*/\1/' <<<"$said")
for name in foreign ../other/undo/foreign %2e%2e %2e%2e%2fother -h; do
  said=$(web_request GET "/api/reviews/$name" "${own[@]}")
  [[ $said == 40[04]\ * ]] || fail "it answers of '$name': $said"
done
answers 404 GET /api/reviews/foreign "${own[@]}"
answers 200 GET "/api/reviews/own/files?of=$of" "${own[@]}"
[[ $said == *'"path":"mine"'* ]] || fail "the list is $said"
answers 200 GET "/api/reviews/own/files/0?of=$of" "${own[@]}"
digest=$(sed 's/.*"digest":"\([^"]*\)".*/\1/' <<<"$said")
answers 410 GET "/api/reviews/own/files?of=other" "${own[@]}"
answers 410 GET /api/reviews/own/files "${own[@]}"
answers 400 GET "/api/reviews/foreign/files?of=$of" "${own[@]}"
for query in files/1 files/-1 files/x files/0/lines?from=x 'files?from=1' 'files?under=0&length=99' 'files?under=0&length=2' 'files?command=9' \
  'commands?from=7' discard 'discard?what=everything' 'discard?what=file' 'discard?what=file&row=3' 'discard?what=folder' \
  'discard?what=folder&under=0&length=0' 'discard?what=command' 'discard?what=file&row=0&more=1' 'discard?what=hunks&row=0&hunks=1'; do
  mark='?'
  [[ $query != *'?'* ]] || mark='&'
  answers 400 GET "/api/reviews/own/$query${mark}of=$of" "${own[@]}"
done
# Without the key, from another page, with a wrong body: nothing is done.
whole='Body: {"of":"'$of'","what":"all"}'
answers 401 POST /api/reviews/own/discard "Origin: $origin" "Content-Type: application/json" "$whole"
answers 401 POST /api/reviews/own/discard "${json[@]:1}" "$whole"
answers 403 POST /api/reviews/own/discard "${own[@]}" "Origin: http://localhost:$port" "Content-Type: application/json" "$whole"
answers 415 POST /api/reviews/own/discard "${own[@]}" "Origin: $origin" "$whole"
answers 410 POST /api/reviews/own/discard "${json[@]}" 'Body: {"of":"","what":"all"}'
answers 400 POST /api/reviews/own/discard "${json[@]}" 'Body: {"of":"'"$of"'"}'
answers 400 POST /api/reviews/own/discard "${json[@]}" 'Body: {"of":"'"$of"'","what":"file","row":0}'
answers 400 POST /api/reviews/own/discard "${json[@]}" 'Body: {"of":"'"$of"'","what":"all","path":"theirs"}'
answers 400 POST /api/reviews/own/discard "${json[@]}" 'Body: {"of":"'"$of"'","what":"command","command":"0","conflicts":"skip"}'
# A supervised process with the cookie and the key gets nothing, nor does another user's.
guard_run --session inside -- python3 -c 'import http.client, sys
c = http.client.HTTPConnection(sys.argv[1], int(sys.argv[2]), timeout=30)
try:
  c.request("GET", "/api/reviews", None, {"Cookie": sys.argv[3], "X-Guard-Key": sys.argv[4]})
  print("answered", c.getresponse().status)
except OSError as error:
  print(error)' "$host" "$port" "$cookie" "$key"
assert_says "$OUT" "Operation not permitted"
if ((EUID == 0)); then
  cat >"$CASE_ROOM/ask_as.py" <<'PY'
import http.client, os, sys
host, port, cookie, key = sys.argv[1:]
os.setgid(65534)
os.setuid(65534)
c = http.client.HTTPConnection(host, int(port), timeout=30)
c.request("GET", "/api/reviews/own", None, {"Cookie": cookie, "X-Guard-Key": key})
print(c.getresponse().status)
PY
  [[ $(python3 -B "$CASE_ROOM/ask_as.py" "$host" "$port" "$cookie" "$key") == 403 ]] || fail "another user is answered"
fi
assert_content mine other
assert_content theirs other
# A review that was read is held until the file changes; then its hunks stay.
echo another >mine
answers 403 POST /api/reviews/own/discard "${json[@]}" 'Body: {"of":"'"$of"'","what":"hunks","row":"0","hunks":"1","digest":"'"$digest"'"}'
[[ $said == *'changed meanwhile'* ]] || fail "it is not said why: $said"
assert_content mine another
# After a discard, done or not, it is read anew.
answers 410 POST /api/reviews/own/discard "${json[@]}" "$whole"
answers 200 GET /api/reviews/own "${own[@]}"
of=$(sed 's/.*"of":"\([^"]*\)".*/\1/' <<<"$said")
answers 403 POST /api/reviews/own/discard "${json[@]}" 'Body: {"of":"'"$of"'","what":"all"}'
[[ $said == *'choose --conflicts'* ]] || fail "it is not said why: $said"
assert_content mine another
