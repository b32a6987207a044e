# SPDX-License-Identifier: Apache-2.0
# A word behind sudo that names a file of this user's is code, unless its program takes data: tier 3, however it is
# written, and no line of `sudo.allow` covers it, nor one with a wildcard a file that is made in the meantime.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
tier_of() { # WORD...; as guard check says
  { guard check --json -- "$@" || true; } | python3 -c 'import json,sys; print(json.load(sys.stdin)["tier"])'
}
printf '#!/bin/sh\ntouch "%s/made"\n' "$PWD" >x
chmod +x x
mkdir -p rp data && cp x rp/x
ln -s /usr/bin/id link
echo 'BEGIN { system("./x") }' >conf
echo '1e./x' >sedf
echo text >data/file
: >evil.deb
cat >lines.yaml <<'P'
version: 1
extends: [default]
sudo:
  allow: ["apt-get install *", "dpkg -i *", "awk -f *", "awk -f conf", "tar * -cf /dev/null data", "sed -n -f sedf /etc/passwd",
          "run-parts *", "prlimit *", "./link", "head -n 1 *", "id -u",
          "install * * * *", "sdiff * * *", "ip * *", "apt-mark * * * *", "getent * * *", "dpkg -i later.deb"]
P
while read -r words; do
  guard_run --policy lines.yaml --on-ask deny -- bash -c "sudo $words"
  assert_status 126
  assert_missing made
done <<W
awk -f conf
tar -I./x -cf /dev/null data
sed -n -f sedf /etc/passwd
run-parts $PWD/rp
prlimit ./x
prlimit x
./link
dpkg -i evil.deb
dpkg -i later.deb
install -s --strip-program=./x data/file made_too
sdiff --diff-program=./x conf sedf
ip -b conf
apt-mark -c conf hold bash
getent -s /../x passwd
apt-get install ./evil.deb
apt-get install -cconf
apt-get install -oDpkg::Pre-Invoke::=./x
W
guard_run --policy lines.yaml --on-ask deny -- bash -c 'sudo head -n 1 /etc/passwd; sudo id -u'
assert_status 0
assert_says "$OUT" root:
# This user can change which file a word names, between the look and the use: no line covers it.
cat >exact.yaml <<'P'
version: 1
extends: [default]
sudo: {allow: ["cat notes", "tee notes", "/usr/games/loads later", "wc later", "cat /etc/hostname", "cat etc/hostname", "id -u"]}
P
echo mine >notes
for words in 'cat notes' 'tee notes' 'wc later'; do
  guard_run --policy exact.yaml --on-ask deny -- bash -c "sudo $words </dev/null"
  assert_status 126
done
guard_run --policy exact.yaml --on-ask deny -- bash -c 'sudo cat notes'
assert_says "$ERR" 'no line of sudo.allow covers it'
swap() { while :; do ln -sf /etc/shadow notes.new; mv -f notes.new notes; echo mine >notes.new; mv -f notes.new notes; done; }
swap & swapping=$!
guard_run --policy exact.yaml --on-ask deny -- bash -c 'for i in {1..30}; do sudo cat notes; done'
kill "$swapping"
assert_silent "$OUT" root:
guard_run --policy exact.yaml --on-ask deny -- bash -c 'cd / && sudo cat etc/hostname; sudo cat /etc/hostname; sudo id -u'
assert_status 0
[[ $(<"$OUT") == "$(</etc/hostname)"$'\n'"$(</etc/hostname)"$'\n0' ]] || fail "$(<"$OUT")"
while read -r tier words; do
  read -ra argv <<<"$words"
  seen=$(tier_of sudo "${argv[@]}")
  [[ $seen == "$tier" ]] || fail "tier $seen: sudo $words"
done <<W
3 apt-get install ./evil.deb
3 apt-get install $PWD/evil.deb
3 apt-get install $PWD/later.deb
3 dpkg -i evil.deb
3 ./link
3 own --plugin=$PWD/link/x
3 own -f /dev/stdin
3 find /etc -exec make ;
3 find /etc -exec sed -f sedf {} +
3 ip net e n sh
3 dmesg -H
3 psql
3 nsenter -t 1 -a
2 nsenter -t 1 -m uptime
2 psql -l
2 apt-get install jq
2 apt-get install -y python3 make
2 cp data/file /srv/file
2 tar -C data -xf /var/a.tar
2 systemctl restart web
2 own -c /etc/passwd
W
