# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# Over https: a second try with the ETag of the first one gets no body; a bad certificate, half of a body, one that is too
# large, an error, a server that is gone: each on one line, and what held goes on holding.
. "$LIB/case.sh"
. "$LIB/policy_source.sh"
command -v openssl >/dev/null || skip "no openssl here to make a certificate with"
server=$PLACE/server
mkdir "$server"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
  -keyout "$server/key" -out "$server/cert" 2>/dev/null
cat "$server/key" "$server/cert" >"$server/pem"
python3 -B "$LIB/https_server.py" "$PLACE/published" "$server/pem" "$server" 2>"$server/said" &
server_pid=$!
is_there() { [[ -s $server/port ]]; }
until_true 10 is_there || fail "the server did not start: $(cat "$server/said")"
address="https://localhost:$(<"$server/port")/policy.yaml"
answered() { [[ $(tail -n "$1" "$server/answers" | cut -d' ' -f1,2 | tr '\n' ' ') == "$2 " ]] || fail "$(cat "$server/answers")"; }
printf 'X-Token: secret\n' >"$server/headers"
chmod 600 "$server/headers"
source_of "https: \"$address\"" "ca_file: $server/cert" "headers_file: $server/headers"
refuses "the server has no such file (404)"
publish 'mode: balanced'
fetch
holds 1
answered 2 "200 /policy.yaml 200 /policy.yaml.sig"
[[ $(tail -1 "$server/answers") == *secret ]] || fail "no header: $(tail -1 "$server/answers")"
fetch
assert_says "$OUT" "release 1 holds, and is the newest"
answered 1 "304 /policy.yaml"

publish 'mode: paranoid'
for how in cut big busy; do
  echo $how >"$server/how"
  case $how in
    cut) refuses "the answer is not whole" ;;
    big) refuses "the answer is larger than 1.0 MB" ;;
    busy) refuses "the server answered 503" ;;
  esac
done
holds 1
rm "$server/how"
chmod 644 "$server/headers"
refuses "must be its owner's alone"
chmod 600 "$server/headers"
for wrong in "https: \"$address\"" "https: \"${address/localhost/127.0.0.1}\"
ca_file: $server/cert"; do
  source_of "$wrong"
  refuses "TLS: certificate verify failed"
done
source_of "https: \"${address/https/http}\""
! guard policy fetch >"$OUT" 2>"$ERR" || fail "over http"
assert_says "$ERR" "only https:// is read"
source_of "https: \"$address\"" "ca_file: $server/cert"
fetch
holds 2
kill "$server_pid"
wait "$server_pid" 2>/dev/null || true
refuses "cannot connect"
holds 2
guard policy show >"$OUT"
assert_says "$OUT" "mode        paranoid"
