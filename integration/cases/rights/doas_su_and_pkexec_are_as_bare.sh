# SPDX-License-Identifier: Apache-2.0
# doas, `su -c` and pkexec are asked about with what they would do, and run as bare once they are approved: with and
# without a password, which guard's own box asks for. Under `supervise` they are refused.
# timeout: 120
. "$LIB/case.sh"
ROOTS_PASSWORD=1
if [[ -z ${AS_SUDOER:-} ]]; then
  [[ $EUID -eq 0 ]] || skip "setting up doas needs root"
  mkdir "$CASE_ROOM/packages" "$CASE_ROOM/over"
  (cd "$CASE_ROOM/packages" && apt-get -q download opendoas pkexec >/dev/null 2>&1 && for each in *.deb; do dpkg-deb -x "$each" .; done) ||
    skip "opendoas and pkexec cannot be had here"
  # Not of this machine's own, which stays as it is.
  export SUDOER_SETUP='mount -t tmpfs none "$1/over" && mkdir "$1"/over/{1,2,3,4} &&
    mount -t overlay none -o "lowerdir=/etc,upperdir=$1/over/1,workdir=$1/over/2" /etc &&
    mount -t overlay none -o "lowerdir=/usr/bin,upperdir=$1/over/3,workdir=$1/over/4" /usr/bin &&
    mount --bind "$1/shadow" /etc/shadow && mount --bind "$1/sudoers" /etc/sudoers &&
    cp "$1"/packages/usr/bin/* /usr/bin && cp "$1/packages/etc/pam.d/doas" /etc/pam.d &&
    chown root:root /usr/bin/doas /usr/bin/pkexec && chmod 4755 /usr/bin/doas /usr/bin/pkexec &&
    printf "permit nopass nobody as root cmd id\npermit nobody as root cmd wc\n" >/etc/doas.conf'
fi
. "$LIB/sudoer.sh"
doas id -u >bare || skip "doas does not run here"
sudo_run doas id -u
diff bare "$OUT" || fail "doas is not as bare: $(<"$ERR")"
pkexec id >bare 2>&1 && bare=$? || bare=$?
sudo_run pkexec id
assert_status "$bare"
mkdir old && echo x >old/a
for words in "doas rm -rf old" "su -c 'rm -rf old'" "pkexec rm -rf old" "pkexec rm -rf $PWD/old"; do
  echo "$words; echo status \$?" >script
  start_guarded --policy "$WITH_SUDO" -- bash script
  wait_for_question
  [[ $words == su* || $words == "pkexec rm -rf old" ]] && tier=3 || tier=2
  [[ $QUESTION == *"\"tier\": $tier"* && $QUESTION == *'"runs_outside": true'* && $QUESTION == *'SUDO'* ]] || fail "$words: $QUESTION"
  guard deny "$question_id" >/dev/null
  finish_guarded
  assert_exists old/a
done
for words in "doas sh -c id" "su" "su -c 'python3 x.py'" "pkexec bash" "doas -s"; do
  guard check --json --policy "$WITH_SUDO" --shell "$words" >checked || true
  QUESTION=$(<checked)
  [[ $(json_of "data['tier']") == 3 && $(json_of "'SUDO' in data['categories']") == true ]] || fail "$words: $QUESTION"
done
printf 'version: 1\nextends: [default]\nsudo: off\n' >"$CASE_ROOM/off.yaml"
for words in "doas id" "su -c id" "pkexec id"; do
  guard_run --policy "$CASE_ROOM/off.yaml" --on-ask allow -- $words
  assert_status 126
  assert_says "$ERR" "not to be had"
done
cat >drive.py <<'S'
import os, sys
sys.path.insert(0, os.environ["LIB"])
from terminal import Terminal
guarded = len(sys.argv) > 1
one = Terminal(sys.argv[1:] + ["bash", "--norc", "--noprofile"])
one.send("PS1='ready> '\n")
one.prompt(), one.prompt()
for line, shown in (("doas wc -c /dev/null", "0 /dev/null"), ("su -c 'id -u'", "0")):
    one.send(line + "\n")
    one.expect("password, for: " + line if guarded else "assword")
    if guarded: one.expect("keys are not shown")
    else: one.expect(":")
    one.send(os.environ["PASSWORD"] + "\r")
    one.expect("\n" + shown + "\n"); one.prompt()
one.send("su -c 'id -u'; echo status $?\n")
one.expect("keys are not shown" if guarded else "assword:")
one.send("wrong\r")
one.expect("Authentication failure"); one.expect("status 1"); one.prompt()
if os.environ["PASSWORD"] in one.all: raise SystemExit(one.all)
one.send("exit\n")
S
export PASSWORD
python3 -B drive.py || fail "bare"
python3 -B drive.py "$GUARD" run --policy "$UNASKED" -q -- || fail "guarded"
