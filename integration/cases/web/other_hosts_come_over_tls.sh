# SPDX-License-Identifier: Apache-2.0
# With a certificate guard web answers on an address that other hosts reach: over TLS alone, other hosts with cookie
# and key, this host's own processes by who they are as before. A key that others can read is refused.
# timeout: 240
. "$LIB/case.sh"
. "$LIB/web.sh"
. "$LIB/namespaces.sh"
command -v ip >/dev/null || skip "no ip here"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=page.test \
  -addext "subjectAltName=DNS:page.test,IP:10.77.0.1,IP:127.77.0.1" -keyout "$CASE_ROOM/key.pem" -out "$CASE_ROOM/cert.pem" \
  -days 2 2>/dev/null
tls=(--tls-cert "$CASE_ROOM/cert.pem" --tls-key "$CASE_ROOM/key.pem")
chmod 644 "$CASE_ROOM/key.pem"
! guard web "${tls[@]}" </dev/null >"$OUT" 2>"$ERR" || fail "it takes a key that all can read"
assert_says "$ERR" "others can read it"
chmod 600 "$CASE_ROOM/key.pem"

precious tmp_a/one
start_web --bind 127.77.0.1 "${tls[@]}"
[[ $origin == "https://127.77.0.1:$port" ]] || fail "it says $origin"
start_guarded --session first -- rm -rf tmp_a
wait_for_question
browse <<'JS'
await says("rm -rf tmp_a", "article");
const [cookie] = await context.cookies();
check(cookie.secure && cookie.httpOnly && cookie.sameSite === "Strict", JSON.stringify(cookie));
await ready();
await page.keyboard.press("n");
await says("Denied: rm -rf tmp_a", "#said");
JS
finish_guarded
assert_untouched tmp_a/one
if curl --noproxy "*" -s -m 20 "http://127.77.0.1:$port/" >"$OUT"; then fail "it answers without TLS: $(<"$OUT")"; fi
guard_run --landlock off -- curl --noproxy "*" -sk -m 20 -w '%{http_code}' "$origin/api/undo"
assert_says "$OUT" 000
kill "$web_pid"
wait "$web_pid" || fail "guard web ended with $?"

# Two hosts, as two network namespaces: the second sees the page as a stranger does.
cat >"$CASE_ROOM/two_hosts.sh" <<'SH'
set -euo pipefail
mount -t sysfs sysfs /sys 2>/dev/null || true
ip link set lo up
unshare --net sleep 100 & # the other host
other=$!
# Where it is cannot be read while it starts.
until there=$(readlink "/proc/$other/ns/net") && [[ $there != "$(readlink /proc/self/ns/net)" ]]; do sleep 0.05; done
ip link add here type veth peer name there netns "$other"
ip address add 10.77.0.1/24 dev here
ip link set here up
nsenter --target "$other" --net ip address add 10.77.0.2/24 dev there
nsenter --target "$other" --net ip link set there up
mkfifo web.in
exec 8<>web.in
"$GUARD" web --bind 10.77.0.1 "$@" <web.in >web.out 2>web.err 8>&- &
web=$!
for _ in {1..600}; do grep -q '^https://' web.out && break; sleep 0.05; done
address=$(grep '^https://' web.out)
ask=(curl --noproxy "*" -sk -m 30 -o answer -w '%{http_code}\n' -H "Origin: ${address%%/#*}" -H "Content-Type: application/json")
login=(-c jar --data "{\"token\":\"${address#*#}\"}" "${address%%/#*}/api/login")
from_there() { nsenter --target "$other" --net "${ask[@]}" "$@"; }
echo "stranger $(from_there "${address%%/#*}/api/undo")"
echo "plain $(nsenter --target "$other" --net curl --noproxy "*" -s -m 20 -o /dev/null -w '%{http_code}' "http://${address#https://}" || true)"
echo "login $(from_there "${login[@]}")"
key=$(sed 's/.*"key":"\([^"]*\)".*/\1/' answer)
echo "cookie $(from_there -b jar "${address%%/#*}/api/undo")"
echo "both $(from_there -b jar -H "X-Guard-Key: $key" "${address%%/#*}/api/undo")"
echo "own $("${ask[@]}" -b jar -H "X-Guard-Key: $key" "${address%%/#*}/api/undo")"
echo "inside $("$GUARD" run --landlock off --quiet --on-ask deny -- "${ask[@]}" -b jar -H "X-Guard-Key: $key" "${address%%/#*}/api/undo" || true)"
kill "$web" "$other"
wait
SH
mkdir "$CASE_ROOM/two"
(cd "$CASE_ROOM/two" && unshare --user --map-root-user --net --mount bash "$CASE_ROOM/two_hosts.sh" "${tls[@]}") \
  >"$OUT" 2>"$ERR" || fail "two hosts: $(cat "$OUT" "$ERR")"
cat >"$CASE_ROOM/expected" <<'TEXT'
stranger 401
plain 000
login 200
cookie 401
both 200
own 200
inside 000
TEXT
diff "$CASE_ROOM/expected" "$OUT" >"$CASE_ROOM/differences" || fail "$(<"$CASE_ROOM/differences")"
